/**
 * Where an app that translates its screens takes a pasted link, in the words of those screens.
 * The English labels are in `app-facts.ts`. Loaded with the help for members.
 */
import { appFacts, type AppFacts } from './app-facts.js';
import { forPlatform } from './app-link.js';
import type { AppId, PerPlatform } from './app-table.js';
import type { AppDetails } from './apps.js';
import type { Platform } from './platform.js';

/** By language tag, as `languages.ts` writes it. A language that is missing gets the English labels. */
type Places = Readonly<Record<string, PerPlatform>>;

/**
 * Apple Podcasts: its tab and its menu in the menu bar, and the entry there. Entries are quoted as guides in
 * public repositories do, several for each (2026-11-23); where those disagree or say nothing, the entry is told in
 * words, by the one that it has in every language. No source was found for the tabs and menus but Apple's own for
 * “Mediathek” (https://podcasters.apple.com/de-de/support/1662-automatic-downloads-on-apple-podcasts).
 */
const applePodcasts = (library: string, file: string, entry: string): PerPlatform => ({
  ios: `${library} › ⋯ › ${entry}`,
  macos: `${file} › ${entry}`,
});

/** Pocket Casts: `discover`, and the search field's label there. The app for iOS has fewer languages. */
const pocketCasts = (android: string, ios = android): PerPlatform => ({ android, ios });

const places: Readonly<Partial<Record<AppId, Places>>> = {
  'apple-podcasts': {
    ar: applePodcasts('المكتبة', 'ملف', 'العنصر الذي يحتوي على «URL»'),
    cs: applePodcasts('Knihovna', 'Soubor', 'položka s „URL“'),
    da: applePodcasts('Bibliotek', 'Arkiv', 'punktet med ”URL”'),
    de: applePodcasts('Mediathek', 'Ablage', 'Eintrag mit „URL“'),
    es: applePodcasts('Biblioteca', 'Archivo', 'Seguir un programa por URL…'),
    fi: applePodcasts('Kirjasto', 'Arkisto', 'kohta, jossa lukee ”URL”'),
    fr: applePodcasts('Bibliothèque', 'Fichier', 'Suivre une émission par URL…'),
    it: applePodcasts('Libreria', 'File', 'voce con “URL”'),
    ja: applePodcasts('ライブラリ', 'ファイル', 'URLで番組をフォロー…'),
    nb: applePodcasts('Bibliotek', 'Arkiv', 'valget med «URL»'),
    nl: applePodcasts('Bibliotheek', 'Archief', 'optie met ‘URL’'),
    pl: applePodcasts('Biblioteka', 'Plik', 'pozycja z „URL”'),
    pt: applePodcasts('Biblioteca', 'Arquivo', 'item com “URL”'),
    'pt-PT': applePodcasts('Biblioteca', 'Ficheiro', 'opção com “URL”'),
    sv: applePodcasts('Bibliotek', 'Arkiv', 'alternativet med ”URL”'),
    tr: applePodcasts('Arşiv', 'Dosya', '“URL” yazan seçenek'),
    'zh-Hans': applePodcasts('资料库', '文件', '通过 URL 关注节目…'),
    'zh-Hant': applePodcasts('資料庫', '檔案', '含有「URL」的選項'),
  },
  // https://github.com/AntennaPod/AntennaPod at b7ee12c (2026-07-21), ui/i18n/src/main/res:
  // add_feed_label, add_podcast_by_url
  antennapod: {
    ar: 'إضافة مسموعية › أضف مسموعيَّة برابط RSS',
    cs: 'Přidat podcast › Přidat podcast pomocí RSS adresy',
    da: 'Tilføj podcast › Tilføj podcast via RSS-adresse',
    de: 'Podcast hinzufügen › Podcast per RSS-Adresse hinzufügen',
    es: 'Añadir podcast › Añadir pódcast por dirección RSS',
    fi: 'Lisää podcast › Lisää podcast RSS-osoitteesta',
    fr: 'Ajouter un podcast › Ajouter un podcast à partir de son lien RSS',
    it: 'Aggiungi podcast › Aggiungi podcast da indirizzo RSS',
    ja: 'ポッドキャストを追加 › RSS アドレスでポッドキャストを追加',
    nb: 'Legg til podkast › Legg til podkast med RSS-adresse',
    nl: 'Podcast toevoegen › Podcast via RSS adres toevoegen',
    pl: 'Dodaj podcast › Dodaj podcast po adresie RSS',
    pt: 'Adicionar podcast › Adicionar o podcast usando um endereço RSS',
    'pt-PT': 'Adicionar podcast › Adicionar podcast via feed RSS',
    sv: 'Lägg till podcast › Lägg till podcast med RSS-adress',
    tr: 'Podcast ekle › RSS adresine göre podcast ekle',
    'zh-Hans': '添加播客 › 通过 RSS 地址添加播客',
    'zh-Hant': '新增 Podcast › 從 RSS 新增 Podcast',
  },
  // https://github.com/Automattic/pocket-casts-android at 7fef4bb (2026-08-21), modules/services/localization:
  // discover, search_podcasts_or_add_url;
  // https://github.com/Automattic/pocket-casts-ios at c23892d (2024-10-23): discover, search_label
  'pocket-casts': {
    ar: { android: 'ديسكفر › البحث عن حلقات البودكاست أو إضافة عنوان URL الخاص بـ RSS' },
    de: pocketCasts('Entdecken › Podcasts suchen oder RSS-URL hinzufügen'),
    es: pocketCasts(
      'Descubrir › Buscar podcasts o añadir URL de RSS',
      'Descubrir › Busca pódcast o añade la URL del RSS',
    ),
    fr: pocketCasts('Découvrir › Rechercher des podcasts ou ajouter l’URL RSS'),
    it: pocketCasts('Scopri › Cerca podcast o aggiungi URL RSS'),
    ja: pocketCasts('ディスカバー › ポッドキャストを検索または RSS の URL を追加'),
    nb: { android: 'Oppdag › Søk etter podcaster eller legg til RSS URL' },
    nl: pocketCasts('Ontdek › Zoek podcasts of voeg de RSS-URL toe'),
    pt: pocketCasts('Explorar › Pesquise podcasts ou adicione URL de RSS'),
    // A phone set to Portugal's Portuguese shows the app's English: it has Brazil's only.
    'pt-PT': {},
    sv: pocketCasts('Upptäck › Sök efter podcasts eller lägg till RSS-URL'),
    'zh-Hans': pocketCasts('发现 › 搜索播客或添加 RSS URL'),
    'zh-Hant': pocketCasts('探索 › 搜尋 Podcast 或新增 RSS URL'),
  },
  // https://github.com/gpodder/gpodder at 74981df (2025-12-27), po: “Subscriptions”, which gettext leaves in
  // English where its translation is marked as fuzzy, and “Add podcast via URL”
  gpodder: {
    da: 'Subscriptions › Tilføj podcast via URL',
    de: 'Abonnements › Podcast per URL hinzufügen',
    fi: 'Subscriptions › Lisää podcast osoitteesta',
    fr: 'Abonnements › Ajouter un podcast via son URL',
    it: 'Iscrizioni › Aggiungi podcast tramite URL',
    nb: 'Abonnementer › Legg til nettradioopptak via nettadresse',
    nl: 'Abonnementen › Podcast toevoegen via url',
    pl: 'Subskrypcje › Dodaj podcast przez adres URL',
    pt: 'Subscriptions › Adicionar podcast via url',
    'pt-PT': 'Subscriptions › Adicionar podcast via URL',
    sv: 'Subscriptions › Lägg till poddsändning via webbadress',
    tr: 'Abonelikler › URL aracılığıyla podcast ekle',
    'zh-Hans': '订阅 › 通过 URL 添加播客',
    'zh-Hant': '訂閱 › 透過 URL 新增 Podcast',
  },
  // https://github.com/KDE/kasts at cded41d (2026-08-07), po: “Add Podcast…”, “Url:”
  kasts: {
    ar: 'أضف مدونة صوتية… › الرابط',
    cs: 'Přidat podcast… › Url',
    da: 'Tilføj podcast… › URL',
    de: 'Podcast hinzufügen … › Adresse',
    es: 'Añadir pódcast… › URL',
    fi: 'Lisää podcast… › Verkko-osoite',
    fr: 'Ajouter un podcast... › URL',
    it: 'Aggiungi podcast... › Url',
    nl: 'Podcast toevoegen… › URL',
    pl: 'Dodaj podkast… › URL',
    pt: 'Adicionar podcast… › URL',
    'pt-PT': 'Add Podcast… › URL',
    sv: 'Lägg till poddsändning… › Webbadress',
    tr: 'Pod Yayını Ekle… › URL',
    'zh-Hans': '添加播客... › URL',
    'zh-Hant': '新增 Podcast… › 網址',
  },
  // https://github.com/podverse/podverse-rn at de0eea3 (2024-08-08), src/resources/i18n/translations: “More”,
  // which is missing in four of them, and “Add Custom RSS Feed”
  podverse: {
    da: 'More › Tilføj brugerdefineret RSS feed',
    de: 'Mehr › RSS-Feed hinzufügen',
    es: 'Más › Agregar feed RSS',
    fr: 'Plus › Ajouter un flux RSS personnalisé',
    it: 'More › Aggiungi feed RSS',
    nb: 'Mer › Legg til RSS-informasjonskanal',
    nl: 'Meer › Voeg RSS feed toe',
    pt: 'More › Adicionar feed RSS',
    'pt-PT': 'Mais › Adicionar feed RSS',
    sv: 'Mer › Lägg till RSS-flöde',
    tr: 'More › Özel RSS akışı ekle',
  },
  // https://github.com/amugofjava/anytime_podcast_player at 23b2978 (2026-04-22), lib/l10n: add_rss_feed_option
  anytimeplayer: {
    de: '⋮ › RSS-Feed hinzufügen',
    es: '⋮ › Añadir Feed RSS',
    it: '⋮ › Aggiungi un Feed RSS',
    nl: '⋮ › RSS-feed toevoegen',
    tr: '⋮ › RSS feed ekle',
    'zh-Hans': '⋮ › 添加 RSS Feed',
  },
};

/**
 * Labels from the app's start to the field that takes a link.
 * @param app its row. A place of a publisher's override counts in every language.
 * @param language code of the language, such as `de` or `de-formal`
 * @returns `undefined` if no place is known
 * @example
 * pastePlace(antennaPod, 'nb', 'android'); // 'Legg til podkast › Legg til podkast med RSS-adresse'
 */
export function pastePlace(
  app: AppDetails,
  language: string,
  platform: Platform,
): string | undefined {
  const facts: Readonly<Record<string, AppFacts>> = appFacts;
  const english = forPlatform(facts[app.id]?.paste, platform);
  const own = forPlatform(app.paste, platform);
  if (own && own !== english) return own;
  const translated: Places = places[app.id as AppId] ?? {};
  const place = translated[language] ?? translated[language.split('-', 1)[0] ?? ''];
  return forPlatform(place, platform) ?? english;
}
