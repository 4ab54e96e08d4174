import type { JSX } from 'preact';
import { directionOf } from '../../../schema/languages.ts';
import { createLabels } from '../labels.ts';
import { Glyph } from './glyph.tsx';
import type { View } from './view.ts';

/** What a translated page says of itself, in the order of the table. */
export const translationWords = ['pending', 'stale', 'pseudo', 'original'] as const;

// One line per language, words in the order of the names, separated by bars.
const table: Readonly<Record<string, string>> = {
  en: 'This page has not been translated yet.|The original of this page has changed since it was translated.|This is a test text, not a translation.|Read the original',
  fr: 'Cette page n’a pas encore été traduite.|La version d’origine de cette page a changé depuis sa traduction.|Ceci est un texte d’essai, pas une traduction.|Lire l’original',
  de: 'Diese Seite ist noch nicht übersetzt.|Das Original dieser Seite hat sich seit der Übersetzung geändert.|Dies ist ein Probetext, keine Übersetzung.|Original lesen',
  es: 'Esta página aún no está traducida.|El original de esta página ha cambiado desde su traducción.|Este es un texto de prueba, no una traducción.|Leer el original',
  pt: 'Esta página ainda não foi traduzida.|O original desta página mudou desde a tradução.|Este é um texto de teste, não uma tradução.|Ler o original',
  it: 'Questa pagina non è ancora stata tradotta.|L’originale di questa pagina è cambiato dopo la traduzione.|Questo è un testo di prova, non una traduzione.|Leggi l’originale',
  nl: 'Deze pagina is nog niet vertaald.|Het origineel van deze pagina is sinds de vertaling gewijzigd.|Dit is een proeftekst, geen vertaling.|Origineel lezen',
  pl: 'Ta strona nie została jeszcze przetłumaczona.|Oryginał tej strony zmienił się od czasu tłumaczenia.|To tekst próbny, a nie tłumaczenie.|Przeczytaj oryginał',
  sv: 'Den här sidan är inte översatt ännu.|Originalet till den här sidan har ändrats sedan översättningen.|Det här är en provtext, ingen översättning.|Läs originalet',
  no: 'Denne siden er ikke oversatt ennå.|Originalen til denne siden er endret siden den ble oversatt.|Dette er en prøvetekst, ikke en oversettelse.|Les originalen',
  da: 'Denne side er ikke oversat endnu.|Originalen til denne side er ændret, siden den blev oversat.|Dette er en prøvetekst, ikke en oversættelse.|Læs originalen',
  fi: 'Tätä sivua ei ole vielä käännetty.|Tämän sivun alkuperäinen on muuttunut kääntämisen jälkeen.|Tämä on koeteksti, ei käännös.|Lue alkuperäinen',
  'zh-CN': '本页尚未翻译。|本页翻译之后，原文已有更改。|这是测试文本，并非译文。|阅读原文',
  zh: '本页尚未翻译。|本页翻译之后，原文已有更改。|这是测试文本，并非译文。|阅读原文',
  'zh-TW': '本頁尚未翻譯。|本頁翻譯之後，原文已有更動。|這是測試文字，並非譯文。|閱讀原文',
  ja: 'このページはまだ翻訳されていません。|このページの原文は、翻訳後に変更されています。|これはテスト用の文章であり、翻訳ではありません。|原文を読む',
  ko: '이 페이지는 아직 번역되지 않았습니다.|이 페이지의 원문이 번역 후에 변경되었습니다.|이것은 번역이 아니라 시험용 글입니다.|원문 읽기',
  th: 'หน้านี้ยังไม่ได้แปล|ต้นฉบับของหน้านี้เปลี่ยนไปหลังจากการแปล|นี่คือข้อความทดสอบ ไม่ใช่คำแปล|อ่านต้นฉบับ',
  vi: 'Trang này chưa được dịch.|Bản gốc của trang này đã thay đổi kể từ khi được dịch.|Đây là văn bản thử, không phải bản dịch.|Đọc bản gốc',
  id: 'Halaman ini belum diterjemahkan.|Naskah asli halaman ini telah berubah sejak diterjemahkan.|Ini teks percobaan, bukan terjemahan.|Baca naskah asli',
  ms: 'Halaman ini belum diterjemahkan.|Versi asal halaman ini telah berubah sejak diterjemahkan.|Ini teks percubaan, bukan terjemahan.|Baca versi asal',
  ar: 'لم تُترجم هذه الصفحة بعد.|تغيّر النص الأصلي لهذه الصفحة منذ ترجمتها.|هذا نص تجريبي وليس ترجمة.|قراءة النص الأصلي',
  he: 'עמוד זה עדיין לא תורגם.|המקור של עמוד זה השתנה מאז התרגום.|זהו טקסט לניסיון ולא תרגום.|לקריאת המקור',
  tr: 'Bu sayfa henüz çevrilmedi.|Bu sayfanın aslı, çevrildikten sonra değişti.|Bu bir deneme metnidir, çeviri değildir.|Aslını oku',
  uk: 'Цю сторінку ще не перекладено.|Оригінал цієї сторінки змінився після перекладу.|Це пробний текст, а не переклад.|Читати оригінал',
};

/** Words of the notice in a language. */
export const translationLabels = createLabels(translationWords, table);

/** Tells readers that they see the source, an old translation, or none at all (S1-61). */
export function TranslationNotice({ view }: { view: View }): JSX.Element | null {
  const { page, language } = view;
  const status = page.translation?.status;
  if (status === undefined || status === 'completed') return null;
  const labels = translationLabels(language);
  const original = status === 'pending' ? undefined : page.translationOf;
  return (
    <div
      class={`version-notice translation-${status}`}
      role="note"
      lang={language}
      dir={directionOf(language)}
    >
      <Glyph name="warning" size={18} />
      <p>
        {labels[status]}
        {original !== undefined && (
          <>
            {' '}
            <a href={view.address(original)} hreflang={view.site.language}>
              {labels.original}
            </a>
          </>
        )}
      </p>
    </div>
  );
}
