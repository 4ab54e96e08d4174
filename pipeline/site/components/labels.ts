import { createLabels } from '../labels.ts';

/** Words that components show or say, in the order of the table. */
export const componentWords = [
  'copyCode',
  'showAll',
  'showLess',
  'linkTo',
  'copyName',
  'example',
  'tab',
  'tabs',
  'codeExamples',
  'details',
  'childAttributes',
  'show',
  'hide',
  'prompt',
  'showPrompt',
  'copyPrompt',
  'openIn',
  'update',
  'view',
  'embedded',
  'done',
  'toDo',
  'backTo',
  'note',
  'info',
  'tip',
  'check',
  'warning',
  'danger',
  'copied',
  'copyFailed',
  'code',
  'table',
  'filterByTag',
  'enlarge',
  'image',
  'close',
  'zoomOut',
  'actualSize',
  'zoomIn',
  'download',
] as const;

/** Words of components in one language; `{…}` are places for values. */
export type ComponentLabels = Readonly<Record<(typeof componentWords)[number], string>>;

// Words that the browser's modules need: they know the English ones, a page of another language brings its own.
const browserWords = [
  'showLess',
  'view',
  'copied',
  'copyFailed',
  'code',
  'table',
  'filterByTag',
  'enlarge',
  'image',
  'close',
  'zoomOut',
  'actualSize',
  'zoomIn',
] as const satisfies readonly (keyof ComponentLabels)[];

// One line per language, words in the order of the names, separated by bars. English keeps to Latin-1:
// one character beyond makes every text of a page take two bytes for each of its characters.
const table: Readonly<Record<string, string>> = {
  en: 'Copy code|Show all {count} lines|Show less|Link to {title}|Copy {name}|Example {number}|Tab {number}|Tabs|Code examples|Details|child attributes|Show|Hide|Prompt|Show prompt|Copy prompt|Open in {name}|Update|View|Embedded content|Done|To do|Back to {number}|Note|Info|Tip|Check|Warning|Danger|Copied|Copying failed|Code|Table|Filter by tag|Enlarge|Image|Close|Zoom out|Actual size|Zoom in|Download',
  fr: 'Copier le code|Afficher les {count} lignes|Afficher moins|Lien vers « {title} »|Copier {name}|Exemple {number}|Onglet {number}|Onglets|Exemples de code|Détails|attributs enfants|Afficher|Masquer|Prompt|Afficher le prompt|Copier le prompt|Ouvrir dans {name}|Mise à jour|Vue|Contenu intégré|Fait|À faire|Retour à {number}|Remarque|Information|Astuce|Validé|Attention|Danger|Copié|Échec de la copie|Code|Tableau|Filtrer par étiquette|Agrandir|Image|Fermer|Réduire|Taille réelle|Zoomer|Télécharger',
  de: 'Code kopieren|Alle {count} Zeilen zeigen|Weniger zeigen|Link zu „{title}“|{name} kopieren|Beispiel {number}|Reiter {number}|Reiter|Codebeispiele|Einzelheiten|untergeordnete Attribute|Zeigen:|Verbergen:|Prompt|Prompt zeigen|Prompt kopieren|In {name} öffnen|Neuerung|Ansicht|Eingebetteter Inhalt|Erledigt|Offen|Zurück zu {number}|Hinweis|Information|Tipp|Bestätigung|Warnung|Gefahr|Kopiert|Kopieren fehlgeschlagen|Code|Tabelle|Nach Stichwort filtern|Vergrößern|Bild|Schließen|Verkleinern|Originalgröße|Heranzoomen|Herunterladen',
  es: 'Copiar código|Mostrar las {count} líneas|Mostrar menos|Enlace a «{title}»|Copiar {name}|Ejemplo {number}|Pestaña {number}|Pestañas|Ejemplos de código|Detalles|atributos secundarios|Mostrar|Ocultar|Instrucción|Mostrar instrucción|Copiar instrucción|Abrir en {name}|Novedad|Vista|Contenido incrustado|Hecho|Pendiente|Volver a {number}|Nota|Información|Consejo|Verificado|Advertencia|Peligro|Copiado|No se pudo copiar|Código|Tabla|Filtrar por etiqueta|Ampliar|Imagen|Cerrar|Alejar|Tamaño real|Acercar|Descargar',
  pt: 'Copiar código|Mostrar todas as {count} linhas|Mostrar menos|Link para “{title}”|Copiar {name}|Exemplo {number}|Aba {number}|Abas|Exemplos de código|Detalhes|atributos filhos|Mostrar|Ocultar|Instrução|Mostrar instrução|Copiar instrução|Abrir no {name}|Novidade|Visualização|Conteúdo incorporado|Feito|A fazer|Voltar a {number}|Nota|Informação|Dica|Verificado|Aviso|Perigo|Copiado|Falha ao copiar|Código|Tabela|Filtrar por etiqueta|Ampliar|Imagem|Fechar|Reduzir|Tamanho real|Aproximar|Baixar',
  it: 'Copia codice|Mostra tutte le {count} righe|Mostra meno|Link a “{title}”|Copia {name}|Esempio {number}|Scheda {number}|Schede|Esempi di codice|Dettagli|attributi figli|Mostra|Nascondi|Prompt|Mostra prompt|Copia prompt|Apri in {name}|Novità|Vista|Contenuto incorporato|Fatto|Da fare|Torna a {number}|Nota|Informazione|Suggerimento|Verifica|Avviso|Pericolo|Copiato|Copia non riuscita|Codice|Tabella|Filtra per etichetta|Ingrandisci|Immagine|Chiudi|Rimpicciolisci|Dimensione reale|Avvicina|Scarica',
  nl: 'Code kopiëren|Alle {count} regels tonen|Minder tonen|Link naar “{title}”|{name} kopiëren|Voorbeeld {number}|Tabblad {number}|Tabbladen|Codevoorbeelden|Bijzonderheden|onderliggende attributen|Toon|Verberg|Prompt|Prompt tonen|Prompt kopiëren|Openen in {name}|Nieuws|Weergave|Ingesloten inhoud|Gedaan|Te doen|Terug naar {number}|Opmerking|Informatie|Advies|Controle|Waarschuwing|Gevaar|Gekopieerd|Kopiëren mislukt|Code|Tabel|Filteren op label|Vergroten|Afbeelding|Sluiten|Uitzoomen|Ware grootte|Inzoomen|Downloaden',
  pl: 'Kopiuj kod|Pokaż wszystkie wiersze ({count})|Pokaż mniej|Link do „{title}”|Kopiuj {name}|Przykład {number}|Karta {number}|Karty|Przykłady kodu|Szczegóły|atrybuty podrzędne|Pokaż|Ukryj|Polecenie|Pokaż polecenie|Kopiuj polecenie|Otwórz w {name}|Aktualizacja|Widok|Osadzona treść|Zrobione|Do zrobienia|Wróć do {number}|Uwaga|Informacja|Wskazówka|Sprawdzone|Ostrzeżenie|Niebezpieczeństwo|Skopiowano|Kopiowanie nie powiodło się|Kod|Tabela|Filtruj według etykiety|Powiększ|Obraz|Zamknij|Pomniejsz|Rozmiar rzeczywisty|Przybliż|Pobierz',
  sv: 'Kopiera kod|Visa alla {count} rader|Visa färre|Länk till ”{title}”|Kopiera {name}|Exempel {number}|Flik {number}|Flikar|Kodexempel|Detaljer|underordnade attribut|Visa|Dölj|Prompt|Visa prompt|Kopiera prompt|Öppna i {name}|Uppdatering|Vy|Inbäddat innehåll|Klart|Att göra|Tillbaka till {number}|Obs|Information|Tips|Kontroll|Varning|Fara|Kopierat|Kopieringen misslyckades|Kod|Tabell|Filtrera efter etikett|Förstora|Bild|Stäng|Zooma ut|Verklig storlek|Zooma in|Ladda ned',
  no: 'Kopier kode|Vis alle {count} linjer|Vis færre|Lenke til «{title}»|Kopier {name}|Eksempel {number}|Fane {number}|Faner|Kodeeksempler|Detaljer|underordnede attributter|Vis|Skjul|Ledetekst|Vis ledetekst|Kopier ledetekst|Åpne i {name}|Oppdatering|Visning|Innebygd innhold|Ferdig|Å gjøre|Tilbake til {number}|Merk|Informasjon|Tips|Sjekk|Advarsel|Fare|Kopiert|Kopieringen mislyktes|Kode|Tabell|Filtrer etter etikett|Forstørr|Bilde|Lukk|Zoom ut|Virkelig størrelse|Zoom inn|Last ned',
  da: 'Kopiér kode|Vis alle {count} linjer|Vis færre|Link til »{title}«|Kopiér {name}|Eksempel {number}|Fane {number}|Faner|Kodeeksempler|Detaljer|underordnede attributter|Vis|Skjul|Prompt|Vis prompt|Kopiér prompt|Åbn i {name}|Opdatering|Visning|Indlejret indhold|Udført|Mangler|Tilbage til {number}|Bemærk|Oplysning|Godt råd|Kontrol|Advarsel|Fare|Kopieret|Kopieringen mislykkedes|Kode|Tabel|Filtrér efter mærke|Forstør|Billede|Luk|Zoom ud|Faktisk størrelse|Zoom ind|Hent',
  fi: 'Kopioi koodi|Näytä kaikki {count} riviä|Näytä vähemmän|Linkki kohtaan ”{title}”|Kopioi {name}|Esimerkki {number}|Välilehti {number}|Välilehdet|Koodiesimerkit|Lisätiedot|aliattribuutit|Näytä|Piilota|Kehote|Näytä kehote|Kopioi kehote|Avaa: {name}|Päivitys|Näkymä|Upotettu sisältö|Tehty|Tekemättä|Takaisin kohtaan {number}|Huomautus|Tieto|Vinkki|Tarkistettu|Varoitus|Vaara|Kopioitu|Kopiointi epäonnistui|Koodi|Taulukko|Suodata tunnisteen mukaan|Suurenna|Kuva|Sulje|Loitonna|Todellinen koko|Lähennä|Lataa',
  zh: '复制代码|显示全部 {count} 行|收起|链接到“{title}”|复制 {name}|示例 {number}|标签页 {number}|标签页|代码示例|详情|子属性|显示|隐藏|提示词|显示提示词|复制提示词|在 {name} 中打开|更新|视图|嵌入内容|已完成|待办|返回 {number}|备注|信息|提示|确认|警告|危险|已复制|复制失败|代码|表格|按标签筛选|放大|图片|关闭|缩小|实际大小|拉近|下载',
  'zh-TW':
    '複製程式碼|顯示全部 {count} 行|收合|連結至「{title}」|複製 {name}|範例 {number}|分頁 {number}|分頁|程式碼範例|詳細資料|子屬性|顯示|隱藏|提示詞|顯示提示詞|複製提示詞|在 {name} 中開啟|更新|檢視|嵌入內容|已完成|待辦|返回 {number}|備註|資訊|提示|確認|警告|危險|已複製|複製失敗|程式碼|表格|依標籤篩選|放大|圖片|關閉|縮小|實際大小|拉近|下載',
  ja: 'コードをコピー|全 {count} 行を表示|折りたたむ|「{title}」へのリンク|{name} をコピー|例 {number}|タブ {number}|タブ|コード例|詳細|子属性|表示|非表示|プロンプト|プロンプトを表示|プロンプトをコピー|{name} で開く|更新|ビュー|埋め込みコンテンツ|完了|未完了|{number} に戻る|メモ|情報|ヒント|確認|警告|危険|コピーしました|コピーできませんでした|コード|表|タグで絞り込む|拡大|画像|閉じる|縮小|実際のサイズ|拡大する|ダウンロード',
  ko: '코드 복사|{count}줄 모두 보기|간단히 보기|“{title}” 링크|{name} 복사|예시 {number}|탭 {number}|탭|코드 예시|세부 정보|하위 속성|표시|숨기기|프롬프트|프롬프트 표시|프롬프트 복사|{name}에서 열기|업데이트|보기|포함된 콘텐츠|완료|할 일|{number}(으)로 돌아가기|참고|정보|팁|확인|경고|위험|복사됨|복사하지 못함|코드|표|태그로 필터링|크게 보기|이미지|닫기|축소|실제 크기|확대|다운로드',
  th: 'คัดลอกโค้ด|แสดงทั้งหมด {count} บรรทัด|แสดงน้อยลง|ลิงก์ไปยัง “{title}”|คัดลอก {name}|ตัวอย่าง {number}|แท็บ {number}|แท็บ|ตัวอย่างโค้ด|รายละเอียด|แอตทริบิวต์ย่อย|แสดง|ซ่อน|พรอมต์|แสดงพรอมต์|คัดลอกพรอมต์|เปิดใน {name}|อัปเดต|มุมมอง|เนื้อหาที่ฝังไว้|เสร็จแล้ว|ต้องทำ|กลับไปที่ {number}|หมายเหตุ|ข้อมูล|เคล็ดลับ|ตรวจแล้ว|คำเตือน|อันตราย|คัดลอกแล้ว|คัดลอกไม่สำเร็จ|โค้ด|ตาราง|กรองตามแท็ก|ขยาย|รูปภาพ|ปิด|ซูมออก|ขนาดจริง|ซูมเข้า|ดาวน์โหลด',
  vi: 'Sao chép mã|Hiện cả {count} dòng|Thu gọn|Liên kết đến “{title}”|Sao chép {name}|Ví dụ {number}|Thẻ {number}|Các thẻ|Ví dụ mã|Chi tiết|thuộc tính con|Hiện|Ẩn|Câu lệnh|Hiện câu lệnh|Sao chép câu lệnh|Mở trong {name}|Cập nhật|Chế độ xem|Nội dung nhúng|Đã xong|Cần làm|Quay lại {number}|Ghi chú|Thông tin|Mẹo|Đã kiểm tra|Cảnh báo|Nguy hiểm|Đã sao chép|Không sao chép được|Mã|Bảng|Lọc theo nhãn|Phóng to|Hình ảnh|Đóng|Thu nhỏ|Kích thước thật|Phóng lớn|Tải xuống',
  id: 'Salin kode|Tampilkan semua {count} baris|Tampilkan lebih sedikit|Tautan ke “{title}”|Salin {name}|Contoh {number}|Tab {number}|Deretan tab|Contoh kode|Rincian|atribut turunan|Tampilkan|Sembunyikan|Perintah|Tampilkan perintah|Salin perintah|Buka di {name}|Pembaruan|Tampilan|Konten tersemat|Selesai|Belum selesai|Kembali ke {number}|Catatan|Informasi|Kiat|Periksa|Peringatan|Bahaya|Disalin|Gagal menyalin|Kode|Tabel|Saring menurut label|Perbesar|Gambar|Tutup|Perkecil|Ukuran sebenarnya|Perbesar tampilan|Unduh',
  ms: 'Salin kod|Tunjukkan semua {count} baris|Tunjukkan kurang|Pautan ke “{title}”|Salin {name}|Contoh {number}|Tab {number}|Deretan tab|Contoh kod|Butiran|atribut anak|Tunjukkan|Sembunyikan|Gesaan|Tunjukkan gesaan|Salin gesaan|Buka dalam {name}|Kemas kini|Paparan|Kandungan terbenam|Selesai|Belum selesai|Kembali ke {number}|Catatan|Maklumat|Petua|Semak|Amaran|Bahaya|Disalin|Gagal menyalin|Kod|Jadual|Tapis mengikut label|Besarkan|Imej|Tutup|Zum keluar|Saiz sebenar|Zum masuk|Muat turun',
  ar: 'نسخ الكود|عرض كل الأسطر ({count})|عرض أقل|رابط إلى «{title}»|نسخ {name}|مثال {number}|علامة التبويب {number}|علامات التبويب|أمثلة الكود|التفاصيل|السمات الفرعية|عرض|إخفاء|الموجّه|عرض الموجّه|نسخ الموجّه|فتح في {name}|تحديث|العرض|محتوى مضمّن|تم|مطلوب إنجازه|العودة إلى {number}|ملاحظة|معلومة|نصيحة|تحقق|تحذير|خطر|تم النسخ|تعذّر النسخ|كود|جدول|التصفية حسب الوسم|تكبير|صورة|إغلاق|تصغير|الحجم الفعلي|تقريب|تنزيل',
  he: 'העתקת הקוד|הצגת כל {count} השורות|הצגת פחות|קישור אל ”{title}“|העתקת {name}|דוגמה {number}|לשונית {number}|לשוניות|דוגמאות קוד|פרטים|מאפייני משנה|הצגת|הסתרת|הנחיה|הצגת ההנחיה|העתקת ההנחיה|פתיחה ב־{name}|עדכון|תצוגה|תוכן מוטמע|בוצע|לביצוע|חזרה אל {number}|הערה|מידע|עצה|בדיקה|אזהרה|סכנה|הועתק|ההעתקה נכשלה|קוד|טבלה|סינון לפי תגית|הגדלה|תמונה|סגירה|התרחקות|גודל אמיתי|התקרבות|הורדה',
  tr: 'Kodu kopyala|{count} satırın tümünü göster|Daha az göster|“{title}” bağlantısı|Kopyala: {name}|Örnek {number}|Sekme {number}|Sekmeler|Kod örnekleri|Ayrıntılar|alt öznitelikler|Göster:|Gizle:|İstem|İstemi göster|İstemi kopyala|{name} ile aç|Güncelleme|Görünüm|Gömülü içerik|Yapıldı|Yapılacak|Geri dön: {number}|Not|Bilgi|İpucu|Onay|Uyarı|Tehlike|Kopyalandı|Kopyalanamadı|Kod|Tablo|Etikete göre süz|Büyüt|Görsel|Kapat|Uzaklaştır|Gerçek boyut|Yakınlaştır|İndir',
  uk: 'Копіювати код|Показати всі рядки ({count})|Показати менше|Посилання на «{title}»|Копіювати {name}|Приклад {number}|Вкладка {number}|Вкладки|Приклади коду|Подробиці|дочірні атрибути|Показати|Сховати|Запит|Показати запит|Копіювати запит|Відкрити в {name}|Оновлення|Вигляд|Вбудований вміст|Виконано|Зробити|Назад до {number}|Примітка|Інформація|Порада|Перевірено|Попередження|Небезпека|Скопійовано|Не вдалося скопіювати|Код|Таблиця|Фільтрувати за міткою|Збільшити|Зображення|Закрити|Зменшити|Справжній розмір|Наблизити|Завантажити',
};

/** Words of components in a language; a region's words, then the language's, then English. */
export const componentLabels: (language: string) => ComponentLabels = createLabels(
  componentWords,
  table,
);

/** What a page tells the browser's modules of its language's words; nothing where they know them. */
export function wordsForBrowser(language: string): string | undefined {
  const labels = componentLabels(language);
  if (labels === componentLabels('en') || labels.close === componentLabels('en').close)
    return undefined;
  return JSON.stringify(Object.fromEntries(browserWords.map((name) => [name, labels[name]])));
}
