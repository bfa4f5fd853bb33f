/** The texts of short pages in Arabic, Chinese, Czech, Japanese, Polish and Turkish. */
import type { MessageTexts } from './en.js';

export const eastern = {
  ar: {
    incomplete: ['هذا الرابط غير مكتمل', 'ارجع واضغط على الزر مرة أخرى.'],
    dead: ['لم يعد هذا الرابط يعمل', 'ارجع إلى الصفحة التي حصلت عليه منها واحصل على رابط جديد.'],
    expired: [
      'انتهت صلاحية هذا الرابط',
      'ارجع إلى الصفحة التي حصلت عليه منها واضغط على الزر مرة أخرى.',
    ],
    usedCode: [
      'استُخدم هذا الرابط من قبل أو انتهت صلاحيته',
      'ارجع إلى الصفحة التي حصلت عليه منها واحصل على رابط جديد.',
    ],
    failed: ['حدث خطأ ما', 'حاول مرة أخرى بعد دقيقة.'],
    preview: ['البودكاست الخاص بك', 'افتح هذا الرابط على هاتفك.'],
  },
  cs: {
    incomplete: ['Odkaz není úplný', 'Vraťte se a klepněte na tlačítko znovu.'],
    dead: ['Odkaz už nefunguje', 'Vraťte se na stránku, odkud ho máte, a získejte nový.'],
    expired: [
      'Platnost odkazu vypršela',
      'Vraťte se na stránku, odkud ho máte, a klepněte na tlačítko znovu.',
    ],
    usedCode: [
      'Odkaz už byl použit nebo jeho platnost vypršela',
      'Vraťte se na stránku, odkud ho máte, a získejte nový.',
    ],
    failed: ['Něco se nepovedlo', 'Zkuste to za minutu znovu.'],
    preview: ['Váš podcast', 'Otevřete tento odkaz v telefonu.'],
  },
  ja: {
    incomplete: [
      'リンクが途中で切れています',
      '前のページに戻って、もう一度ボタンをタップしてください。',
    ],
    dead: [
      'このリンクは使えなくなりました',
      'リンクを受け取ったページに戻り、新しいリンクを取得してください。',
    ],
    expired: [
      'このリンクは期限切れです',
      'リンクを受け取ったページに戻り、もう一度ボタンをタップしてください。',
    ],
    usedCode: [
      'このリンクは使用済みか、期限切れです',
      'リンクを受け取ったページに戻り、新しいリンクを取得してください。',
    ],
    failed: ['うまくいきませんでした', '1分ほどしてからもう一度お試しください。'],
    preview: ['あなたのポッドキャスト', 'このリンクをスマートフォンで開いてください。'],
  },
  pl: {
    incomplete: ['Ten link jest niekompletny', 'Wróć i stuknij przycisk jeszcze raz.'],
    dead: ['Ten link już nie działa', 'Wróć na stronę, z której go masz, i utwórz nowy.'],
    expired: [
      'Ten link wygasł',
      'Wróć na stronę, z której go masz, i stuknij przycisk jeszcze raz.',
    ],
    usedCode: [
      'Ten link został już użyty lub wygasł',
      'Wróć na stronę, z której go masz, i utwórz nowy.',
    ],
    failed: ['Coś poszło nie tak', 'Spróbuj ponownie za minutę.'],
    preview: ['Twój podcast', 'Otwórz ten link na telefonie.'],
  },
  tr: {
    incomplete: ['Bu bağlantı eksik', 'Geri dönüp düğmeye yeniden dokunun.'],
    dead: ['Bu bağlantı artık çalışmıyor', 'Bağlantıyı aldığınız sayfaya dönüp yenisini alın.'],
    expired: [
      'Bu bağlantının süresi doldu',
      'Bağlantıyı aldığınız sayfaya dönüp düğmeye yeniden dokunun.',
    ],
    usedCode: [
      'Bu bağlantı kullanılmış veya süresi dolmuş',
      'Bağlantıyı aldığınız sayfaya dönüp yenisini alın.',
    ],
    failed: ['Bir sorun oluştu', 'Bir dakika sonra yeniden deneyin.'],
    preview: ['Podcast’iniz', 'Bu bağlantıyı telefonunuzda açın.'],
  },
  'zh-Hans': {
    incomplete: ['链接不完整', '请返回上一页，再点一次按钮。'],
    dead: ['此链接已失效', '请回到获取链接的页面，重新获取。'],
    expired: ['此链接已过期', '请回到获取链接的页面，再点一次按钮。'],
    usedCode: ['此链接已使用或已过期', '请回到获取链接的页面，重新获取。'],
    failed: ['出了点问题', '请过一分钟再试。'],
    preview: ['你的播客', '请在手机上打开此链接。'],
  },
  'zh-Hant': {
    incomplete: ['連結不完整', '請返回上一頁，再點一次按鈕。'],
    dead: ['此連結已失效', '請回到取得連結的頁面，重新取得。'],
    expired: ['此連結已過期', '請回到取得連結的頁面，再點一次按鈕。'],
    usedCode: ['此連結已使用或已過期', '請回到取得連結的頁面，重新取得。'],
    failed: ['發生問題', '請過一分鐘再試。'],
    preview: ['你的 Podcast', '請在手機上開啟此連結。'],
  },
} satisfies Record<string, MessageTexts>;
