import { createLabels } from '../../labels.ts';

/** Words of API pages, in the order of the table. */
export const apiWords = [
  'authorization',
  'path',
  'query',
  'header',
  'cookie',
  'body',
  'response',
  'responses',
  'attributes',
  'request',
  'example',
  'required',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
  'options',
  'oneOf',
  'show',
  'recursive',
  'copyPath',
  'copyCode',
  'codeLanguage',
  'rateLimit',
  'idempotency',
  'since',
  'webhook',
] as const;

/** Words of API pages in one language. */
export type ApiLabels = Readonly<Record<(typeof apiWords)[number], string>>;

// One line per language, words in the order of the names, separated by bars.
const table: Readonly<Record<string, string>> = {
  en: 'Authorization|Path parameters|Query parameters|Headers|Cookies|Body|Response|Responses|Attributes|Request|Example|required|deprecated|read-only|write-only|default|Options|One of|Fields of|as above|Copy path|Copy code|Code language|Rate limit|Idempotency|Since|Webhook',
  fr: 'Autorisation|Paramètres de chemin|Paramètres de requête|En-têtes|Cookies|Corps|Réponse|Réponses|Attributs|Requête|Exemple|requis|obsolète|lecture seule|écriture seule|par défaut|Valeurs|L’un de|Champs de|comme ci-dessus|Copier le chemin|Copier le code|Langage du code|Limite de débit|Idempotence|Depuis|Webhook',
  de: 'Autorisierung|Pfadparameter|Abfrageparameter|Header|Cookies|Body|Antwort|Antworten|Attribute|Anfrage|Beispiel|erforderlich|veraltet|nur lesbar|nur schreibbar|Standard|Werte|Eines von|Felder von|wie oben|Pfad kopieren|Code kopieren|Programmiersprache|Ratenlimit|Idempotenz|Seit|Webhook',
  es: 'Autorización|Parámetros de ruta|Parámetros de consulta|Encabezados|Cookies|Cuerpo|Respuesta|Respuestas|Atributos|Solicitud|Ejemplo|obligatorio|obsoleto|solo lectura|solo escritura|predeterminado|Opciones|Uno de|Campos de|como arriba|Copiar ruta|Copiar código|Lenguaje del código|Límite de uso|Idempotencia|Desde|Webhook',
  pt: 'Autorização|Parâmetros de caminho|Parâmetros de consulta|Cabeçalhos|Cookies|Corpo|Resposta|Respostas|Atributos|Requisição|Exemplo|obrigatório|obsoleto|somente leitura|somente escrita|padrão|Opções|Um de|Campos de|como acima|Copiar caminho|Copiar código|Linguagem do código|Limite de uso|Idempotência|Desde|Webhook',
  it: 'Autorizzazione|Parametri di percorso|Parametri di query|Intestazioni|Cookie|Corpo|Risposta|Risposte|Attributi|Richiesta|Esempio|obbligatorio|obsoleto|sola lettura|sola scrittura|predefinito|Opzioni|Uno tra|Campi di|come sopra|Copia percorso|Copia codice|Linguaggio del codice|Limite di frequenza|Idempotenza|Da|Webhook',
  nl: 'Autorisatie|Padparameters|Queryparameters|Headers|Cookies|Body|Antwoord|Antwoorden|Attributen|Verzoek|Voorbeeld|verplicht|verouderd|alleen lezen|alleen schrijven|standaard|Opties|Een van|Velden van|als hierboven|Pad kopiëren|Code kopiëren|Programmeertaal|Limiet|Idempotentie|Sinds|Webhook',
  pl: 'Autoryzacja|Parametry ścieżki|Parametry zapytania|Nagłówki|Ciasteczka|Treść|Odpowiedź|Odpowiedzi|Atrybuty|Żądanie|Przykład|wymagane|przestarzałe|tylko odczyt|tylko zapis|domyślnie|Opcje|Jedno z|Pola|jak wyżej|Kopiuj ścieżkę|Kopiuj kod|Język kodu|Limit zapytań|Idempotentność|Od|Webhook',
  sv: 'Auktorisering|Sökvägsparametrar|Frågeparametrar|Huvuden|Kakor|Innehåll|Svar|Svar|Attribut|Begäran|Exempel|obligatorisk|utfasad|skrivskyddad|endast skrivbar|standard|Alternativ|En av|Fält i|som ovan|Kopiera sökväg|Kopiera kod|Kodspråk|Anropsgräns|Idempotens|Sedan|Webhook',
  no: 'Autorisasjon|Baneparametere|Spørreparametere|Headere|Informasjonskapsler|Innhold|Svar|Svar|Attributter|Forespørsel|Eksempel|påkrevd|utfaset|skrivebeskyttet|kun skrivbar|standard|Valg|En av|Felter i|som over|Kopier bane|Kopier kode|Kodespråk|Anropsgrense|Idempotens|Siden|Webhook',
  da: 'Autorisation|Stiparametre|Forespørgselsparametre|Headere|Cookies|Indhold|Svar|Svar|Attributter|Anmodning|Eksempel|påkrævet|udfaset|skrivebeskyttet|kun skrivbar|standard|Valg|En af|Felter i|som ovenfor|Kopiér sti|Kopiér kode|Kodesprog|Hastighedsgrænse|Idempotens|Siden|Webhook',
  fi: 'Valtuutus|Polkuparametrit|Kyselyparametrit|Otsakkeet|Evästeet|Sisältö|Vastaus|Vastaukset|Ominaisuudet|Pyyntö|Esimerkki|pakollinen|vanhentunut|vain luku|vain kirjoitus|oletus|Arvot|Jokin näistä|Kentät|kuten yllä|Kopioi polku|Kopioi koodi|Koodin kieli|Pyyntöraja|Idempotenssi|Alkaen|Webhook',
  zh: '身份验证|路径参数|查询参数|请求头|Cookie|请求体|响应|响应|属性|请求|示例|必填|已弃用|只读|只写|默认值|可选值|以下之一|字段|同上|复制路径|复制代码|代码语言|速率限制|幂等性|起始|Webhook',
  'zh-TW':
    '身分驗證|路徑參數|查詢參數|請求標頭|Cookie|請求主體|回應|回應|屬性|請求|範例|必填|已棄用|唯讀|唯寫|預設值|可選值|以下之一|欄位|同上|複製路徑|複製程式碼|程式語言|速率限制|冪等性|起始|Webhook',
  ja: '認証|パスパラメータ|クエリパラメータ|ヘッダー|Cookie|ボディ|レスポンス|レスポンス|属性|リクエスト|例|必須|非推奨|読み取り専用|書き込み専用|デフォルト|選択肢|いずれか|フィールド|上記と同じ|パスをコピー|コードをコピー|コードの言語|レート制限|冪等性|開始|Webhook',
  ko: '인증|경로 매개변수|쿼리 매개변수|헤더|쿠키|본문|응답|응답|속성|요청|예시|필수|지원 중단|읽기 전용|쓰기 전용|기본값|옵션|다음 중 하나|필드|위와 같음|경로 복사|코드 복사|코드 언어|속도 제한|멱등성|시작|웹훅',
  th: 'การยืนยันตัวตน|พารามิเตอร์พาธ|พารามิเตอร์คิวรี|เฮดเดอร์|คุกกี้|เนื้อหา|การตอบกลับ|การตอบกลับ|แอตทริบิวต์|คำขอ|ตัวอย่าง|จำเป็น|เลิกใช้แล้ว|อ่านอย่างเดียว|เขียนอย่างเดียว|ค่าเริ่มต้น|ตัวเลือก|หนึ่งใน|ฟิลด์ของ|เหมือนด้านบน|คัดลอกพาธ|คัดลอกโค้ด|ภาษาโค้ด|ขีดจำกัดอัตรา|ไอเดมโพเทนซี|ตั้งแต่|เว็บฮุก',
  vi: 'Xác thực|Tham số đường dẫn|Tham số truy vấn|Tiêu đề|Cookie|Nội dung|Phản hồi|Phản hồi|Thuộc tính|Yêu cầu|Ví dụ|bắt buộc|không còn dùng|chỉ đọc|chỉ ghi|mặc định|Lựa chọn|Một trong|Các trường của|như trên|Sao chép đường dẫn|Sao chép mã|Ngôn ngữ mã|Giới hạn tần suất|Tính lũy đẳng|Từ|Webhook',
  id: 'Otorisasi|Parameter path|Parameter kueri|Header|Cookie|Isi|Respons|Respons|Atribut|Permintaan|Contoh|wajib|usang|hanya baca|hanya tulis|bawaan|Pilihan|Salah satu dari|Bidang|seperti di atas|Salin path|Salin kode|Bahasa kode|Batas laju|Idempotensi|Sejak|Webhook',
  ms: 'Keizinan|Parameter laluan|Parameter pertanyaan|Pengepala|Kuki|Kandungan|Respons|Respons|Atribut|Permintaan|Contoh|wajib|lapuk|baca sahaja|tulis sahaja|lalai|Pilihan|Salah satu|Medan|seperti di atas|Salin laluan|Salin kod|Bahasa kod|Had kadar|Idempotensi|Sejak|Webhook',
  ar: 'التفويض|معاملات المسار|معاملات الاستعلام|الترويسات|ملفات الارتباط|المتن|الاستجابة|الاستجابات|السمات|الطلب|مثال|مطلوب|مهمل|للقراءة فقط|للكتابة فقط|الافتراضي|الخيارات|واحد من|حقول|كما سبق|نسخ المسار|نسخ الكود|لغة الكود|حد المعدل|تكرار آمن|منذ|Webhook',
  he: 'הרשאה|פרמטרים בנתיב|פרמטרים בשאילתה|כותרות|עוגיות|גוף|תגובה|תגובות|מאפיינים|בקשה|דוגמה|חובה|יצא משימוש|לקריאה בלבד|לכתיבה בלבד|ברירת מחדל|אפשרויות|אחד מתוך|שדות של|כמו למעלה|העתקת הנתיב|העתקת הקוד|שפת הקוד|הגבלת קצב|אידמפוטנטיות|מאז|Webhook',
  tr: 'Yetkilendirme|Yol parametreleri|Sorgu parametreleri|Başlıklar|Çerezler|Gövde|Yanıt|Yanıtlar|Öznitelikler|İstek|Örnek|zorunlu|kullanımdan kalktı|salt okunur|salt yazılır|varsayılan|Seçenekler|Şunlardan biri|Alanlar|yukarıdaki gibi|Yolu kopyala|Kodu kopyala|Kod dili|Hız sınırı|Eşgüçlülük|Başlangıç|Webhook',
  uk: 'Авторизація|Параметри шляху|Параметри запиту|Заголовки|Файли cookie|Тіло|Відповідь|Відповіді|Атрибути|Запит|Приклад|обов’язково|застаріле|лише читання|лише запис|типово|Варіанти|Одне з|Поля|як вище|Копіювати шлях|Копіювати код|Мова коду|Обмеження частоти|Ідемпотентність|З|Вебхук',
};

/** Words of a language; a region's words, then the language's, then English. */
export const apiLabels: (language: string) => ApiLabels = createLabels(apiWords, table);
