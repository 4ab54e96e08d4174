/** What the dialog says. */
export interface SearchWords {
  readonly results: string;
  readonly none: string;
  readonly hint: string;
  readonly recent: string;
  readonly forget: string;
  readonly failed: string;
  readonly retry: string;
  readonly all: string;
  readonly language: string;
  readonly version: string;
  readonly product: string;
  readonly select: string;
  readonly open: string;
  readonly close: string;
  readonly found: string;
}

const names = [
  'results',
  'none',
  'hint',
  'recent',
  'forget',
  'failed',
  'retry',
  'all',
  'language',
  'version',
  'product',
  'select',
  'open',
  'close',
  'found',
] as const;

// One line per language, words in the order of `names`, separated by bars; {q} is the question, {n} a number.
const table: Readonly<Record<string, string>> = {
  en: 'Results|Nothing found for “{q}”|Try fewer or other words.|Recent searches|Forget|The search can’t be reached.|Try again|All|Language|Version|Product|select|open|close|Pages found: {n}',
  fr: 'Résultats|Aucun résultat pour « {q} »|Essayez moins de mots ou d’autres mots.|Recherches récentes|Oublier|La recherche est injoignable.|Réessayer|Tous|Langue|Version|Produit|choisir|ouvrir|fermer|Pages trouvées : {n}',
  de: 'Ergebnisse|Nichts gefunden für „{q}“|Versuchen Sie weniger oder andere Wörter.|Letzte Suchen|Vergessen|Die Suche ist nicht erreichbar.|Erneut versuchen|Alle|Sprache|Version|Produkt|wählen|öffnen|schließen|Gefundene Seiten: {n}',
  es: 'Resultados|Nada encontrado para «{q}»|Pruebe con menos palabras o con otras.|Búsquedas recientes|Olvidar|No se puede acceder a la búsqueda.|Reintentar|Todos|Idioma|Versión|Producto|elegir|abrir|cerrar|Páginas encontradas: {n}',
  pt: 'Resultados|Nada encontrado para “{q}”|Tente menos palavras ou outras.|Pesquisas recentes|Esquecer|A pesquisa não está acessível.|Tentar de novo|Todos|Idioma|Versão|Produto|escolher|abrir|fechar|Páginas encontradas: {n}',
  it: 'Risultati|Nessun risultato per «{q}»|Prova con meno parole o con altre.|Ricerche recenti|Dimentica|La ricerca non è raggiungibile.|Riprova|Tutti|Lingua|Versione|Prodotto|scegliere|aprire|chiudere|Pagine trovate: {n}',
  nl: 'Resultaten|Niets gevonden voor ‘{q}’|Probeer minder of andere woorden.|Recente zoekopdrachten|Vergeten|De zoekfunctie is niet bereikbaar.|Opnieuw proberen|Alle|Taal|Versie|Product|kiezen|openen|sluiten|Pagina’s gevonden: {n}',
  pl: 'Wyniki|Nic nie znaleziono dla „{q}”|Spróbuj mniej słów lub innych słów.|Ostatnie wyszukiwania|Zapomnij|Wyszukiwarka jest nieosiągalna.|Spróbuj ponownie|Wszystkie|Język|Wersja|Produkt|wybierz|otwórz|zamknij|Znalezione strony: {n}',
  sv: 'Resultat|Inget hittades för ”{q}”|Försök med färre eller andra ord.|Senaste sökningar|Glöm|Sökningen kan inte nås.|Försök igen|Alla|Språk|Version|Produkt|välj|öppna|stäng|Hittade sidor: {n}',
  no: 'Resultater|Ingenting funnet for «{q}»|Prøv færre eller andre ord.|Siste søk|Glem|Søket er ikke tilgjengelig.|Prøv igjen|Alle|Språk|Versjon|Produkt|velg|åpne|lukk|Sider funnet: {n}',
  da: 'Resultater|Intet fundet for “{q}”|Prøv færre eller andre ord.|Seneste søgninger|Glem|Søgningen kan ikke nås.|Prøv igen|Alle|Sprog|Version|Produkt|vælg|åbn|luk|Fundne sider: {n}',
  fi: 'Tulokset|Haulla ”{q}” ei löytynyt mitään|Kokeile vähempiä tai muita sanoja.|Viimeisimmät haut|Unohda|Hakuun ei saada yhteyttä.|Yritä uudelleen|Kaikki|Kieli|Versio|Tuote|valitse|avaa|sulje|Löytyneitä sivuja: {n}',
  zh: '结果|没有找到“{q}”|请减少词语或换个说法。|最近搜索|清除|无法连接搜索。|重试|全部|语言|版本|产品|选择|打开|关闭|找到页面：{n}',
  'zh-TW':
    '結果|找不到「{q}」|請減少詞語或換個說法。|最近搜尋|清除|無法連線至搜尋。|重試|全部|語言|版本|產品|選擇|開啟|關閉|找到頁面：{n}',
  ja: '検索結果|「{q}」は見つかりませんでした|語を減らすか、別の語をお試しください。|最近の検索|消去|検索に接続できません。|再試行|すべて|言語|バージョン|製品|選択|開く|閉じる|見つかったページ: {n}',
  ko: '결과|“{q}”에 대한 결과가 없습니다|단어를 줄이거나 바꿔 보세요.|최근 검색|지우기|검색에 연결할 수 없습니다.|다시 시도|전체|언어|버전|제품|선택|열기|닫기|찾은 페이지: {n}',
  th: 'ผลลัพธ์|ไม่พบ “{q}”|ลองใช้คำน้อยลงหรือคำอื่น|การค้นหาล่าสุด|ลบ|ไม่สามารถเข้าถึงการค้นหาได้|ลองอีกครั้ง|ทั้งหมด|ภาษา|เวอร์ชัน|ผลิตภัณฑ์|เลือก|เปิด|ปิด|หน้าที่พบ: {n}',
  vi: 'Kết quả|Không tìm thấy “{q}”|Hãy thử ít từ hơn hoặc từ khác.|Tìm kiếm gần đây|Xóa|Không thể kết nối tìm kiếm.|Thử lại|Tất cả|Ngôn ngữ|Phiên bản|Sản phẩm|chọn|mở|đóng|Trang tìm thấy: {n}',
  id: 'Hasil|Tidak ada hasil untuk “{q}”|Coba lebih sedikit kata atau kata lain.|Pencarian terakhir|Lupakan|Pencarian tidak dapat dijangkau.|Coba lagi|Semua|Bahasa|Versi|Produk|pilih|buka|tutup|Halaman ditemukan: {n}',
  ms: 'Keputusan|Tiada keputusan untuk “{q}”|Cuba kurang perkataan atau perkataan lain.|Carian terkini|Lupakan|Carian tidak dapat dicapai.|Cuba lagi|Semua|Bahasa|Versi|Produk|pilih|buka|tutup|Halaman ditemui: {n}',
  ar: 'النتائج|لم يُعثر على شيء عن «{q}»|جرّب كلمات أقل أو كلمات أخرى.|عمليات البحث الأخيرة|نسيان|تعذّر الوصول إلى البحث.|إعادة المحاولة|الكل|اللغة|الإصدار|المنتج|اختيار|فتح|إغلاق|الصفحات الموجودة: {n}',
  he: 'תוצאות|לא נמצא דבר עבור ”{q}”|נסו פחות מילים או מילים אחרות.|חיפושים אחרונים|מחיקה|אין גישה לחיפוש.|ניסיון חוזר|הכול|שפה|גרסה|מוצר|בחירה|פתיחה|סגירה|דפים שנמצאו: {n}',
  tr: 'Sonuçlar|“{q}” için bir şey bulunamadı|Daha az ya da başka sözcükler deneyin.|Son aramalar|Unut|Aramaya ulaşılamıyor.|Yeniden dene|Tümü|Dil|Sürüm|Ürün|seç|aç|kapat|Bulunan sayfalar: {n}',
  uk: 'Результати|Нічого не знайдено за запитом «{q}»|Спробуйте менше слів або інші слова.|Останні пошуки|Забути|Пошук недоступний.|Спробувати ще|Усі|Мова|Версія|Продукт|вибрати|відкрити|закрити|Знайдено сторінок: {n}',
};

/** The words of a language; a region's words, then the language's, then English. */
export function searchWords(language: string): SearchWords {
  const key = /^zh-(TW|HK|Hant)/i.test(language) ? 'zh-TW' : language;
  const line = table[key] ?? table[key.split('-')[0] ?? ''] ?? table.en ?? '';
  const words = line.split('|');
  return Object.fromEntries(names.map((name, i) => [name, words[i] ?? name])) as Record<
    (typeof names)[number],
    string
  >;
}
