import { isLanguageCode, type LanguageCode } from '../../../schema/languages.ts';

/** What the assistant says itself when it quotes. */
export interface AnswerWords {
  /** Above the passages. */
  readonly quoting: string;
  readonly nothing: string;
  readonly broken: string;
  /** `{words}` is a list of words. */
  readonly missing: string;
  /** Above a list of pages that do not answer the question. */
  readonly nearest: string;
}

/** The words of a language: of its region, else of the language, else the English ones. */
export function answerWords(language: string): AnswerWords {
  if (/^zh-(TW|HK|MO|Hant)/i.test(language)) return table['zh-TW'];
  if (/^zh\b/i.test(language)) return table['zh-CN'];
  const [base = ''] = language.toLowerCase().split('-');
  return table[[language, base].find(isLanguageCode) ?? 'en'];
}

const table: Readonly<Record<LanguageCode, AnswerWords>> = {
  en: {
    quoting: 'Here is what the documentation says. These passages match your question best:',
    nothing:
      'I found nothing in this documentation that answers your question. Try other words, or a name that the pages may use.',
    broken: "I can't search the documentation right now. Try again in a moment.",
    missing: 'No page mentions {words}.',
    nearest: 'These pages come closest:',
  },
  fr: {
    quoting: 'Je cite la documentation mot pour mot. Voici les passages les plus proches :',
    nothing:
      'Je n’ai rien trouvé dans cette documentation qui réponde à la question. Essayez d’autres mots.',
    broken: 'La recherche dans la documentation est indisponible. Réessayez dans un instant.',
    missing: 'Aucune page ne mentionne {words}.',
    nearest: 'Les pages les plus proches :',
  },
  de: {
    quoting: 'Ich zitiere die Dokumentation wörtlich. Diese Stellen passen am besten zur Frage:',
    nothing:
      'In dieser Dokumentation habe ich nichts gefunden, das die Frage beantwortet. Versuchen Sie andere Worte.',
    broken:
      'Die Dokumentation lässt sich gerade nicht durchsuchen. Versuchen Sie es gleich noch einmal.',
    missing: 'Keine Seite erwähnt {words}.',
    nearest: 'Diese Seiten kommen der Frage am nächsten:',
  },
  es: {
    quoting: 'Cito la documentación palabra por palabra. Estos pasajes son los más cercanos:',
    nothing:
      'No he encontrado nada en esta documentación que responda a la pregunta. Pruebe con otras palabras.',
    broken: 'Ahora no es posible buscar en la documentación. Inténtelo de nuevo en un momento.',
    missing: 'Ninguna página menciona {words}.',
    nearest: 'Las páginas más cercanas son:',
  },
  pt: {
    quoting: 'Cito a documentação palavra por palavra. Estas passagens são as mais próximas:',
    nothing:
      'Não encontrei nada nesta documentação que responda à pergunta. Tente outras palavras.',
    broken: 'Não é possível pesquisar a documentação agora. Tente novamente daqui a pouco.',
    missing: 'Nenhuma página menciona {words}.',
    nearest: 'As páginas mais próximas são:',
  },
  it: {
    quoting:
      'Cito la documentazione parola per parola. Questi passaggi sono i più vicini alla domanda:',
    nothing:
      'In questa documentazione non ho trovato nulla che risponda alla domanda. Provi con altre parole.',
    broken: 'Al momento non è possibile cercare nella documentazione. Riprovi tra poco.',
    missing: 'Nessuna pagina menziona {words}.',
    nearest: 'Le pagine più vicine sono:',
  },
  nl: {
    quoting: 'Ik citeer de documentatie letterlijk. Deze passages passen het best bij de vraag:',
    nothing:
      'Ik heb in deze documentatie niets gevonden dat de vraag beantwoordt. Probeer andere woorden.',
    broken: 'De documentatie kan nu niet worden doorzocht. Probeer het zo meteen opnieuw.',
    missing: 'Geen enkele pagina noemt {words}.',
    nearest: 'Deze pagina’s komen het dichtst in de buurt:',
  },
  pl: {
    quoting: 'Cytuję dokumentację dosłownie. Te fragmenty najlepiej pasują do pytania:',
    nothing: 'W tej dokumentacji nie ma nic, co odpowiada na to pytanie. Spróbuj innych słów.',
    broken: 'Nie można teraz przeszukać dokumentacji. Spróbuj ponownie za chwilę.',
    missing: 'Na żadnej stronie nie ma {words}.',
    nearest: 'Najbliższe strony:',
  },
  sv: {
    quoting: 'Jag citerar dokumentationen ordagrant. De här styckena passar frågan bäst:',
    nothing:
      'Jag hittade inget i den här dokumentationen som besvarar frågan. Försök med andra ord.',
    broken: 'Det går inte att söka i dokumentationen just nu. Försök igen om en stund.',
    missing: 'Ingen sida nämner {words}.',
    nearest: 'De här sidorna ligger närmast:',
  },
  no: {
    quoting: 'Jeg siterer dokumentasjonen ordrett. Disse avsnittene passer best til spørsmålet:',
    nothing: 'Jeg fant ingenting i denne dokumentasjonen som svarer på spørsmålet. Prøv andre ord.',
    broken: 'Dokumentasjonen kan ikke søkes i akkurat nå. Prøv igjen om litt.',
    missing: 'Ingen side nevner {words}.',
    nearest: 'Disse sidene ligger nærmest:',
  },
  da: {
    quoting: 'Jeg citerer dokumentationen ordret. Disse afsnit passer bedst til spørgsmålet:',
    nothing: 'Jeg fandt intet i denne dokumentation, der besvarer spørgsmålet. Prøv med andre ord.',
    broken: 'Der kan ikke søges i dokumentationen lige nu. Prøv igen om lidt.',
    missing: 'Ingen side nævner {words}.',
    nearest: 'Disse sider kommer tættest på:',
  },
  fi: {
    quoting: 'Lainaan ohjetta sanasta sanaan. Nämä kohdat vastaavat kysymystä parhaiten:',
    nothing: 'Tästä ohjeesta ei löytynyt vastausta kysymykseen. Kokeile muita sanoja.',
    broken: 'Ohjeesta ei voi hakea juuri nyt. Yritä hetken kuluttua uudelleen.',
    missing: 'Millään sivulla ei mainita: {words}.',
    nearest: 'Lähimmät sivut:',
  },
  'zh-CN': {
    quoting: '以下内容逐字引自文档，是与您的问题最相关的段落：',
    nothing: '在本文档中没有找到能回答这个问题的内容。请换一种说法，或使用文档中可能出现的名称。',
    broken: '目前无法搜索文档，请稍后再试。',
    missing: '没有任何页面提到{words}。',
    nearest: '最接近的页面：',
  },
  'zh-TW': {
    quoting: '以下內容逐字引自文件，是與您的問題最相關的段落：',
    nothing: '在本文件中沒有找到能回答這個問題的內容。請換一種說法，或使用文件中可能出現的名稱。',
    broken: '目前無法搜尋文件，請稍後再試。',
    missing: '沒有任何頁面提到{words}。',
    nearest: '最接近的頁面：',
  },
  ja: {
    quoting: 'ドキュメントからそのまま引用します。質問に最も近い箇所は次のとおりです：',
    nothing:
      'このドキュメントには、質問に答える内容が見つかりませんでした。別の言葉でお試しください。',
    broken: '現在ドキュメントを検索できません。しばらくしてからもう一度お試しください。',
    missing: '{words}に触れているページはありません。',
    nearest: '最も近いページ：',
  },
  ko: {
    quoting: '문서를 그대로 인용합니다. 질문에 가장 가까운 부분은 다음과 같습니다:',
    nothing: '이 문서에서 질문에 대한 답을 찾지 못했습니다. 다른 말로 다시 물어보세요.',
    broken: '지금은 문서를 검색할 수 없습니다. 잠시 후 다시 시도하세요.',
    missing: '{words}을(를) 언급하는 페이지가 없습니다.',
    nearest: '가장 가까운 페이지:',
  },
  th: {
    quoting: 'ข้อความต่อไปนี้คัดมาจากเอกสารโดยตรง และตรงกับคำถามมากที่สุด:',
    nothing: 'ไม่พบเนื้อหาในเอกสารนี้ที่ตอบคำถามได้ ลองใช้คำอื่น',
    broken: 'ขณะนี้ค้นหาเอกสารไม่ได้ โปรดลองอีกครั้งในอีกสักครู่',
    missing: 'ไม่มีหน้าใดกล่าวถึง {words}',
    nearest: 'หน้าที่ใกล้เคียงที่สุด:',
  },
  vi: {
    quoting: 'Đây là nội dung trích nguyên văn từ tài liệu, sát với câu hỏi nhất:',
    nothing: 'Không tìm thấy nội dung nào trong tài liệu này trả lời câu hỏi. Hãy thử từ khác.',
    broken: 'Hiện không thể tìm kiếm trong tài liệu. Hãy thử lại sau giây lát.',
    missing: 'Không có trang nào nhắc đến {words}.',
    nearest: 'Những trang gần nhất:',
  },
  id: {
    quoting:
      'Saya mengutip dokumentasi kata demi kata. Bagian ini paling sesuai dengan pertanyaan Anda:',
    nothing: 'Tidak ada isi dokumentasi ini yang menjawab pertanyaan Anda. Coba kata lain.',
    broken: 'Dokumentasi tidak dapat dicari saat ini. Coba lagi sebentar lagi.',
    missing: 'Tidak ada halaman yang menyebut {words}.',
    nearest: 'Halaman yang paling mendekati:',
  },
  ms: {
    quoting:
      'Saya memetik dokumentasi kata demi kata. Bahagian ini paling sepadan dengan soalan anda:',
    nothing: 'Tiada kandungan dokumentasi ini yang menjawab soalan anda. Cuba perkataan lain.',
    broken: 'Dokumentasi tidak dapat dicari sekarang. Cuba sebentar lagi.',
    missing: 'Tiada halaman yang menyebut {words}.',
    nearest: 'Halaman yang paling hampir:',
  },
  ar: {
    quoting: 'أقتبس من التوثيق حرفيًا. هذه المقاطع هي الأقرب إلى سؤالك:',
    nothing: 'لم أجد في هذا التوثيق ما يجيب عن سؤالك. جرّب كلمات أخرى.',
    broken: 'لا يمكن البحث في التوثيق الآن. حاول مرة أخرى بعد قليل.',
    missing: 'لا تذكر أي صفحة {words}.',
    nearest: 'أقرب الصفحات:',
  },
  he: {
    quoting: 'אני מצטט מהתיעוד מילה במילה. אלה הקטעים המתאימים ביותר לשאלה:',
    nothing: 'לא מצאתי בתיעוד הזה דבר שעונה על השאלה. כדאי לנסות מילים אחרות.',
    broken: 'אי אפשר לחפש בתיעוד כרגע. נסו שוב בעוד רגע.',
    missing: 'אף דף אינו מזכיר את {words}.',
    nearest: 'הדפים הקרובים ביותר:',
  },
  tr: {
    quoting: 'Belgelerden kelimesi kelimesine alıntılıyorum. Sorunuza en yakın bölümler:',
    nothing: 'Bu belgelerde sorunuzu yanıtlayan bir şey bulamadım. Başka sözcükler deneyin.',
    broken: 'Belgelerde şu anda arama yapılamıyor. Biraz sonra yeniden deneyin.',
    missing: 'Hiçbir sayfada {words} geçmiyor.',
    nearest: 'En yakın sayfalar:',
  },
  uk: {
    quoting: 'Цитую документацію дослівно. Ці уривки найкраще відповідають запитанню:',
    nothing: 'У цій документації немає нічого, що відповідає на запитання. Спробуйте інші слова.',
    broken: 'Зараз неможливо шукати в документації. Спробуйте ще раз за мить.',
    missing: 'Жодна сторінка не згадує {words}.',
    nearest: 'Найближчі сторінки:',
  },
};
