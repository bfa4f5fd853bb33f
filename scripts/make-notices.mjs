/**
 * Speaks the notices into src/service/notices/sounds, with Debian's espeak-ng and lame:
 * `node scripts/make-notices.mjs`. Run it after changing src/service/notices/notice-texts.ts.
 * With `--phonemes` it prints what would be spoken (IPA) and writes nothing: read that once for
 * each new text, because espeak-ng spells out what it cannot read.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = new URL('../', import.meta.url);
const folder = new URL('src/service/notices/sounds/', root);
const MAX_BYTES = 25_000;
/** Words a minute: slower than espeak-ng's own 175, because nobody expects these sentences. */
const SPEED = '155';

/** Voices of espeak-ng whose name is not the language's code. @type {Record<string, string>} */
const voices = {
  en: 'en-us',
  fr: 'fr-fr',
  pt: 'pt-br',
  'pt-PT': 'pt',
  'zh-Hans': 'cmn-latn-pinyin',
  'zh-Hant': 'cmn-latn-pinyin',
};

/**
 * The spelling that espeak-ng is given in place of the text where it misreads that: Arabic with its vowels and
 * each doubled consonant twice, Japanese in kana, Chinese in Pinyin
 * with the tones as digits, Italian with an accent for the stress.
 * @type {Record<string, Record<string, string>>}
 */
const spellings = {
  ar: {
    ended: 'اِنْتَهَتْ عُضْوِيْيَتُكْ. جَدْدِدْهَا لِتَعُودَ الْحَلَقَاتُ إِلَى هُنَا.',
    changed: 'تَغَيْيَرَ رَابِطُكْ. اِرْبِطْ تَطْبِيقَكَ مِنْ جَدِيدٍ فِي صَفْحَةِ الْعُضْوِيْيَةْ.',
    empty: 'لَا تُوجَدُ حَلَقَاتٌ بَعْدْ. سَتَظْهَرُ الْحَلَقَاتُ الْجَدِيدَةُ هُنَا.',
  },
  it: { ended: 'Il tuo abbonamento è terminato. Rinnòvalo e gli episodi torneranno.' },
  ja: {
    ended: 'かいいんきかんが しゅーりょー しました。こーしん すると、また きけます。',
    changed: 'リンクが かわりました。かいいん ぺーじで、アプリを もういちど つないで ください。',
    empty: 'エピソードわ まだ ありません。あたらしい エピソードわ ここに ひょーじ されます。',
  },
  'zh-Hans': {
    ended: 'ni3 de5 hui4yuan2 yi3 dao4qi1. xu4ding4 hou4 jiu4 neng2 ji4xu4 shou1ting1.',
    changed:
      'ni3 de5 lian4jie1 yi3 geng1huan4. qing3 zai4 hui4yuan2 ye4mian4 chong2xin1 lian2jie1 ying4yong4.',
    empty: 'hai2 mei2you3 dan1ji2. xin1 de5 dan1ji2 hui4 chu1xian4 zai4 zhe4li3.',
  },
  'zh-Hant': {
    ended: 'ni3 de5 hui4yuan2 zi1ge2 yi3 dao4qi1. xu4ding4 hou4 jiu4 neng2 ji4xu4 shou1ting1.',
    changed:
      'ni3 de5 lian2jie2 yi3 geng1huan4. qing3 zai4 hui4yuan2 ye4 chong2 lian2 ying4yong4 cheng2shi4.',
    empty: 'mu4qian2 hai2 mei2you3 dan1ji2. xin1 de5 dan1ji2 hui4 chu1xian4 zai4 zhe4li3.',
  },
};

/** @type {{ module: typeof import('../src/service/notices/notice-texts.js') }} */
const { module } = await runnerImport('/src/service/notices/notice-texts.ts', {
  root: fileURLToPath(root),
  configFile: false,
});
const sentences = Object.entries(module.noticeTexts).flatMap(([language, texts]) =>
  module.noticeKinds.map((kind) => ({
    name: `${language}-${kind}`,
    voice: voices[language] ?? language,
    words: spellings[language]?.[kind] ?? `${texts[kind].title}. ${texts[kind].text}`,
  })),
);

/**
 * @param {string} voice
 * @param {string} words
 * @param {...string} output
 */
const speak = (voice, words, ...output) =>
  execFileSync('espeak-ng', ['-v', voice, '-s', SPEED, ...output, words]);

if (process.argv.includes('--phonemes')) {
  for (const { name, voice, words } of sentences) {
    console.log(`${name}: ${words}\n${speak(voice, words, '-q', '--ipa').toString()}`);
  }
} else {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, voice, words } of sentences) {
    // No tags (`-t`): a file is the same whenever it is made.
    const mp3 = execFileSync(
      'lame',
      ['--quiet', '-t', '-m', 'm', '-b', '32', '--cbr', '--noreplaygain', '-', '-'],
      { input: speak(voice, words, '--stdout') },
    );
    if (mp3.length > MAX_BYTES) throw new Error(`${name} has ${mp3.length} bytes: shorten it.`);
    await writeFile(new URL(`${name}.mp3`, folder), mp3);
  }
}
