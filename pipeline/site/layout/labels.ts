/** Words of the shell in one language. */
export interface Labels {
  readonly skip: string;
  readonly menu: string;
  readonly close: string;
  readonly search: string;
  readonly pages: string;
  readonly sections: string;
  readonly onThisPage: string;
  readonly breadcrumbs: string;
  readonly previous: string;
  readonly next: string;
  readonly language: string;
  readonly version: string;
  readonly product: string;
  readonly dark: string;
  readonly light: string;
  readonly edit: string;
  readonly issue: string;
  readonly updated: string;
  readonly copyPage: string;
  readonly copied: string;
  readonly viewMarkdown: string;
  readonly related: string;
  readonly deprecated: string;
  readonly dismiss: string;
  readonly home: string;
  readonly external: string;
  readonly feed: string;
  readonly top: string;
}

const names = [
  'skip',
  'menu',
  'close',
  'search',
  'pages',
  'sections',
  'onThisPage',
  'breadcrumbs',
  'previous',
  'next',
  'language',
  'version',
  'product',
  'dark',
  'light',
  'edit',
  'issue',
  'updated',
  'copyPage',
  'copied',
  'viewMarkdown',
  'related',
  'deprecated',
  'dismiss',
  'home',
  'external',
  'feed',
  'top',
] as const satisfies readonly (keyof Labels)[];

// One line per language, words in the order of `names`, separated by bars.
const table: Readonly<Record<string, string>> = {
  en: 'Skip to content|Menu|Close|Search|Pages|Sections|On this page|Breadcrumbs|Previous|Next|Language|Version|Product|Switch to dark mode|Switch to light mode|Edit this page|Raise an issue|Last updated|Copy page|Copied|View as Markdown|Related pages|Deprecated|Dismiss|Home|opens another site|Feed|Back to top',
  fr: 'Aller au contenu|Menu|Fermer|Rechercher|Pages|Rubriques|Sur cette page|Fil d’Ariane|Précédent|Suivant|Langue|Version|Produit|Passer au mode sombre|Passer au mode clair|Modifier cette page|Signaler un problème|Dernière mise à jour|Copier la page|Copié|Voir en Markdown|Pages liées|Obsolète|Masquer|Accueil|ouvre un autre site|Flux|Haut de page',
  de: 'Zum Inhalt springen|Menü|Schließen|Suchen|Seiten|Bereiche|Auf dieser Seite|Pfad|Zurück|Weiter|Sprache|Version|Produkt|Zum dunklen Modus wechseln|Zum hellen Modus wechseln|Seite bearbeiten|Problem melden|Zuletzt aktualisiert|Seite kopieren|Kopiert|Als Markdown ansehen|Verwandte Seiten|Veraltet|Ausblenden|Startseite|öffnet eine andere Website|Feed|Nach oben',
  es: 'Ir al contenido|Menú|Cerrar|Buscar|Páginas|Secciones|En esta página|Ruta de navegación|Anterior|Siguiente|Idioma|Versión|Producto|Cambiar al modo oscuro|Cambiar al modo claro|Editar esta página|Informar de un problema|Última actualización|Copiar página|Copiado|Ver como Markdown|Páginas relacionadas|Obsoleto|Ocultar|Inicio|abre otro sitio|Fuente|Volver arriba',
  pt: 'Ir para o conteúdo|Menu|Fechar|Pesquisar|Páginas|Seções|Nesta página|Trilha de navegação|Anterior|Próximo|Idioma|Versão|Produto|Mudar para o modo escuro|Mudar para o modo claro|Editar esta página|Relatar um problema|Última atualização|Copiar página|Copiado|Ver como Markdown|Páginas relacionadas|Obsoleto|Dispensar|Início|abre outro site|Feed|Voltar ao topo',
  it: 'Vai al contenuto|Menu|Chiudi|Cerca|Pagine|Sezioni|In questa pagina|Percorso|Precedente|Successivo|Lingua|Versione|Prodotto|Passa alla modalità scura|Passa alla modalità chiara|Modifica questa pagina|Segnala un problema|Ultimo aggiornamento|Copia pagina|Copiato|Vedi come Markdown|Pagine correlate|Obsoleto|Nascondi|Inizio|apre un altro sito|Feed|Torna su',
  nl: 'Naar de inhoud|Menu|Sluiten|Zoeken|Pagina’s|Onderdelen|Op deze pagina|Kruimelpad|Vorige|Volgende|Taal|Versie|Product|Naar donkere modus|Naar lichte modus|Deze pagina bewerken|Probleem melden|Laatst bijgewerkt|Pagina kopiëren|Gekopieerd|Als Markdown bekijken|Verwante pagina’s|Verouderd|Verbergen|Start|opent een andere site|Feed|Naar boven',
  pl: 'Przejdź do treści|Menu|Zamknij|Szukaj|Strony|Sekcje|Na tej stronie|Ścieżka|Poprzednia|Następna|Język|Wersja|Produkt|Włącz tryb ciemny|Włącz tryb jasny|Edytuj tę stronę|Zgłoś problem|Ostatnia aktualizacja|Kopiuj stronę|Skopiowano|Zobacz jako Markdown|Powiązane strony|Przestarzałe|Ukryj|Start|otwiera inną witrynę|Kanał|Do góry',
  sv: 'Hoppa till innehållet|Meny|Stäng|Sök|Sidor|Avsnitt|På den här sidan|Sökväg|Föregående|Nästa|Språk|Version|Produkt|Byt till mörkt läge|Byt till ljust läge|Redigera sidan|Rapportera ett problem|Senast uppdaterad|Kopiera sidan|Kopierat|Visa som Markdown|Relaterade sidor|Utfasad|Dölj|Start|öppnar en annan webbplats|Flöde|Till toppen',
  no: 'Hopp til innholdet|Meny|Lukk|Søk|Sider|Seksjoner|På denne siden|Brødsmulesti|Forrige|Neste|Språk|Versjon|Produkt|Bytt til mørk modus|Bytt til lys modus|Rediger denne siden|Meld et problem|Sist oppdatert|Kopier siden|Kopiert|Vis som Markdown|Relaterte sider|Utfaset|Skjul|Hjem|åpner et annet nettsted|Strøm|Til toppen',
  da: 'Gå til indholdet|Menu|Luk|Søg|Sider|Afsnit|På denne side|Brødkrummer|Forrige|Næste|Sprog|Version|Produkt|Skift til mørk tilstand|Skift til lys tilstand|Rediger denne side|Rapportér et problem|Sidst opdateret|Kopiér siden|Kopieret|Vis som Markdown|Relaterede sider|Udfaset|Skjul|Hjem|åbner et andet websted|Feed|Til toppen',
  fi: 'Siirry sisältöön|Valikko|Sulje|Haku|Sivut|Osiot|Tällä sivulla|Murupolku|Edellinen|Seuraava|Kieli|Versio|Tuote|Vaihda tummaan tilaan|Vaihda vaaleaan tilaan|Muokkaa sivua|Ilmoita ongelmasta|Päivitetty|Kopioi sivu|Kopioitu|Näytä Markdownina|Aiheeseen liittyvää|Vanhentunut|Piilota|Etusivu|avaa toisen sivuston|Syöte|Takaisin ylös',
  zh: '跳到内容|菜单|关闭|搜索|页面|栏目|本页内容|当前位置|上一页|下一页|语言|版本|产品|切换到深色模式|切换到浅色模式|编辑此页|报告问题|最后更新|复制页面|已复制|以 Markdown 查看|相关页面|已弃用|关闭提示|首页|打开其他网站|订阅源|回到顶部',
  'zh-TW':
    '跳至內容|選單|關閉|搜尋|頁面|分類|本頁內容|目前位置|上一頁|下一頁|語言|版本|產品|切換至深色模式|切換至淺色模式|編輯此頁|回報問題|最後更新|複製頁面|已複製|以 Markdown 檢視|相關頁面|已棄用|關閉提示|首頁|開啟其他網站|訂閱源|回到頂端',
  ja: '本文へ移動|メニュー|閉じる|検索|ページ|セクション|このページの内容|現在位置|前へ|次へ|言語|バージョン|製品|ダークモードに切り替え|ライトモードに切り替え|このページを編集|問題を報告|最終更新|ページをコピー|コピーしました|Markdown で表示|関連ページ|非推奨|閉じる|ホーム|別のサイトを開きます|フィード|先頭へ戻る',
  ko: '본문으로 건너뛰기|메뉴|닫기|검색|페이지|섹션|이 페이지의 내용|현재 위치|이전|다음|언어|버전|제품|어두운 모드로 전환|밝은 모드로 전환|이 페이지 편집|문제 신고|마지막 업데이트|페이지 복사|복사됨|Markdown으로 보기|관련 페이지|지원 중단|닫기|홈|다른 사이트 열기|피드|맨 위로',
  th: 'ข้ามไปยังเนื้อหา|เมนู|ปิด|ค้นหา|หน้า|หมวด|ในหน้านี้|ตำแหน่งปัจจุบัน|ก่อนหน้า|ถัดไป|ภาษา|เวอร์ชัน|ผลิตภัณฑ์|เปลี่ยนเป็นโหมดมืด|เปลี่ยนเป็นโหมดสว่าง|แก้ไขหน้านี้|แจ้งปัญหา|อัปเดตล่าสุด|คัดลอกหน้า|คัดลอกแล้ว|ดูเป็น Markdown|หน้าที่เกี่ยวข้อง|เลิกใช้แล้ว|ปิด|หน้าแรก|เปิดเว็บไซต์อื่น|ฟีด|กลับด้านบน',
  vi: 'Chuyển đến nội dung|Trình đơn|Đóng|Tìm kiếm|Trang|Mục|Trên trang này|Đường dẫn|Trước|Tiếp|Ngôn ngữ|Phiên bản|Sản phẩm|Chuyển sang chế độ tối|Chuyển sang chế độ sáng|Sửa trang này|Báo lỗi|Cập nhật lần cuối|Sao chép trang|Đã sao chép|Xem dạng Markdown|Trang liên quan|Không còn dùng|Ẩn|Trang chủ|mở trang web khác|Nguồn tin|Lên đầu trang',
  id: 'Lewati ke konten|Menu|Tutup|Cari|Halaman|Bagian|Di halaman ini|Jejak navigasi|Sebelumnya|Berikutnya|Bahasa|Versi|Produk|Beralih ke mode gelap|Beralih ke mode terang|Sunting halaman ini|Laporkan masalah|Terakhir diperbarui|Salin halaman|Disalin|Lihat sebagai Markdown|Halaman terkait|Usang|Tutup|Beranda|membuka situs lain|Umpan|Kembali ke atas',
  ms: 'Langkau ke kandungan|Menu|Tutup|Cari|Halaman|Bahagian|Di halaman ini|Jejak navigasi|Sebelumnya|Seterusnya|Bahasa|Versi|Produk|Tukar ke mod gelap|Tukar ke mod cerah|Sunting halaman ini|Laporkan isu|Kemas kini terakhir|Salin halaman|Disalin|Lihat sebagai Markdown|Halaman berkaitan|Lapuk|Tutup|Laman utama|membuka laman lain|Suapan|Kembali ke atas',
  ar: 'تخطَّ إلى المحتوى|القائمة|إغلاق|بحث|الصفحات|الأقسام|في هذه الصفحة|مسار التنقل|السابق|التالي|اللغة|الإصدار|المنتج|التبديل إلى الوضع الداكن|التبديل إلى الوضع الفاتح|تحرير هذه الصفحة|الإبلاغ عن مشكلة|آخر تحديث|نسخ الصفحة|تم النسخ|عرض بصيغة Markdown|صفحات ذات صلة|مهمل|إخفاء|الرئيسية|يفتح موقعًا آخر|موجز|العودة إلى الأعلى',
  he: 'דילוג לתוכן|תפריט|סגירה|חיפוש|דפים|מדורים|בעמוד זה|נתיב ניווט|הקודם|הבא|שפה|גרסה|מוצר|מעבר למצב כהה|מעבר למצב בהיר|עריכת העמוד|דיווח על בעיה|עודכן לאחרונה|העתקת העמוד|הועתק|הצגה כ‑Markdown|דפים קשורים|יצא משימוש|הסתרה|דף הבית|נפתח אתר אחר|עדכונים|חזרה למעלה',
  tr: 'İçeriğe geç|Menü|Kapat|Ara|Sayfalar|Bölümler|Bu sayfada|Gezinti yolu|Önceki|Sonraki|Dil|Sürüm|Ürün|Koyu moda geç|Açık moda geç|Bu sayfayı düzenle|Sorun bildir|Son güncelleme|Sayfayı kopyala|Kopyalandı|Markdown olarak gör|İlgili sayfalar|Kullanımdan kalktı|Gizle|Ana sayfa|başka bir site açar|Akış|Başa dön',
  uk: 'Перейти до вмісту|Меню|Закрити|Пошук|Сторінки|Розділи|На цій сторінці|Шлях|Назад|Далі|Мова|Версія|Продукт|Увімкнути темний режим|Увімкнути світлий режим|Редагувати сторінку|Повідомити про проблему|Востаннє оновлено|Копіювати сторінку|Скопійовано|Переглянути як Markdown|Пов’язані сторінки|Застаріле|Приховати|Головна|відкриває інший сайт|Стрічка|Догори',
};

const made = new Map<string, Labels>();

/** The words of a language; a region's words, then the language's, then English. */
export function labelsOf(language: string): Labels {
  const known = made.get(language);
  if (known) return known;
  const key = /^zh-(TW|HK|Hant)/i.test(language) ? 'zh-TW' : language;
  const line = table[key] ?? table[key.split('-')[0] ?? 'en'] ?? table.en ?? '';
  const words = line.split('|');
  const english = (table.en ?? '').split('|');
  const labels = Object.fromEntries(
    names.map((name, i) => [name, words[i] ?? english[i] ?? name]),
  ) as Record<keyof Labels, string>;
  made.set(language, labels);
  return labels;
}
