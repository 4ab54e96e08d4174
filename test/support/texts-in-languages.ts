/** A paragraph of plain text. */
export const english =
  'You can change your settings at any time. Open the page, choose the option that you need, and press the button. Changes are saved at once, and all members of your team see them. If you are not sure, read the documentation first, or ask a colleague for help.';

/** The same in all languages to translate into. */
export const texts: Readonly<Record<string, string>> = {
  fr: 'Vous pouvez modifier vos paramètres à tout moment. Ouvrez la page, choisissez l’option dont vous avez besoin et appuyez sur le bouton. Les modifications sont enregistrées immédiatement et tous les membres de votre équipe les voient. En cas de doute, lisez d’abord la documentation ou demandez de l’aide à un collègue.',
  de: 'Sie können Ihre Einstellungen jederzeit ändern. Öffnen Sie die Seite, wählen Sie die gewünschte Option und drücken Sie auf die Schaltfläche. Änderungen werden sofort gespeichert, und alle Mitglieder Ihres Teams sehen sie. Wenn Sie nicht sicher sind, lesen Sie zuerst die Dokumentation oder bitten Sie einen Kollegen um Hilfe.',
  es: 'Puede cambiar su configuración en cualquier momento. Abra la página, elija la opción que necesite y pulse el botón. Los cambios se guardan de inmediato y todos los miembros de su equipo los ven. Si no está seguro, lea primero la documentación o pida ayuda a un compañero.',
  pt: 'Você pode alterar as suas configurações a qualquer momento. Abra a página, escolha a opção de que precisa e pressione o botão. As alterações são salvas imediatamente e todos os membros da sua equipe as veem. Se não tiver certeza, leia primeiro a documentação ou peça ajuda a um colega.',
  it: 'Puoi modificare le impostazioni in qualsiasi momento. Apri la pagina, scegli l’opzione che ti serve e premi il pulsante. Le modifiche vengono salvate subito e tutti i membri del tuo gruppo le vedono. Se non sei sicuro, leggi prima la documentazione o chiedi aiuto a un collega.',
  nl: 'U kunt uw instellingen op elk moment wijzigen. Open de pagina, kies de optie die u nodig hebt en druk op de knop. Wijzigingen worden meteen opgeslagen en alle leden van uw team zien ze. Als u het niet zeker weet, lees dan eerst de documentatie of vraag een collega om hulp.',
  pl: 'Ustawienia możesz zmienić w każdej chwili. Otwórz stronę, wybierz potrzebną opcję i naciśnij przycisk. Zmiany są zapisywane od razu i widzą je wszyscy członkowie zespołu. Jeśli nie masz pewności, najpierw przeczytaj dokumentację albo poproś kolegę o pomoc.',
  sv: 'Du kan ändra dina inställningar när som helst. Öppna sidan, välj det alternativ du behöver och tryck på knappen. Ändringarna sparas direkt och alla medlemmar i ditt team ser dem. Om du är osäker läser du dokumentationen först eller ber en kollega om hjälp.',
  no: 'Du kan endre innstillingene dine når som helst. Åpne siden, velg alternativet du trenger, og trykk på knappen. Endringene lagres med en gang, og alle medlemmene i teamet ditt ser dem. Hvis du er usikker, kan du lese dokumentasjonen først eller be en kollega om hjelp.',
  da: 'Du kan ændre dine indstillinger når som helst. Åbn siden, vælg den mulighed, du har brug for, og tryk på knappen. Ændringerne gemmes med det samme, og alle medlemmer af dit team ser dem. Hvis du er i tvivl, så læs først dokumentationen eller bed en kollega om hjælp.',
  fi: 'Voit muuttaa asetuksiasi milloin tahansa. Avaa sivu, valitse tarvitsemasi vaihtoehto ja paina painiketta. Muutokset tallennetaan heti, ja kaikki tiimisi jäsenet näkevät ne. Jos et ole varma, lue ensin dokumentaatio tai pyydä apua työtoverilta.',
  'zh-CN':
    '您可以随时更改设置。打开页面，选择您需要的选项，然后按下按钮。更改会立即保存，团队的所有成员都能看到。如果您不确定，请先阅读文档，或者向同事寻求帮助。设置分为几个部分：语言、通知、安全和数据。每个部分都有自己的页面，页面上说明每个选项的作用。如果出现错误，应用会显示原因，并告诉您应该如何处理。管理员还可以为整个团队设置默认值，成员之后仍然可以更改自己的值。已经删除的数据无法恢复，请在删除之前先备份。',
  'zh-TW':
    '您可以隨時變更設定。開啟頁面，選擇您需要的選項，然後按下按鈕。變更會立即儲存，團隊的所有成員都能看到。如果您不確定，請先閱讀文件，或者向同事尋求協助。設定分為幾個部分：語言、通知、安全和資料。每個部分都有自己的頁面，頁面上說明每個選項的作用。如果出現錯誤，應用程式會顯示原因，並告訴您應該如何處理。管理員還可以為整個團隊設定預設值，成員之後仍然可以變更自己的值。已經刪除的資料無法復原，請在刪除之前先備份。',
  ja: '設定はいつでも変更できます。ページを開き、必要な項目を選んで、ボタンを押してください。変更はすぐに保存され、チームの全員に表示されます。よく分からない場合は、まずドキュメントを読むか、同僚に相談してください。',
  ko: '설정은 언제든지 변경할 수 있습니다. 페이지를 열고 필요한 항목을 선택한 다음 버튼을 누르세요. 변경 사항은 바로 저장되며 팀의 모든 구성원이 볼 수 있습니다. 잘 모르겠으면 먼저 문서를 읽거나 동료에게 도움을 요청하세요.',
  th: 'คุณสามารถเปลี่ยนการตั้งค่าได้ทุกเมื่อ เปิดหน้า เลือกตัวเลือกที่ต้องการ แล้วกดปุ่ม การเปลี่ยนแปลงจะถูกบันทึกทันที และสมาชิกทุกคนในทีมจะเห็น หากไม่แน่ใจ ให้อ่านเอกสารก่อน หรือขอความช่วยเหลือจากเพื่อนร่วมงาน',
  vi: 'Bạn có thể thay đổi cài đặt bất cứ lúc nào. Mở trang, chọn tùy chọn bạn cần rồi nhấn nút. Các thay đổi được lưu ngay và mọi thành viên trong nhóm của bạn đều thấy. Nếu không chắc chắn, hãy đọc tài liệu trước hoặc nhờ đồng nghiệp giúp đỡ.',
  id: 'Anda dapat mengubah pengaturan kapan saja. Buka halaman, pilih opsi yang Anda butuhkan, lalu tekan tombol. Perubahan langsung disimpan dan semua anggota tim Anda melihatnya. Jika tidak yakin, baca dokumentasi terlebih dahulu atau minta bantuan rekan kerja.',
  ms: 'Anda boleh menukar tetapan pada bila-bila masa. Buka halaman, pilih pilihan yang anda perlukan, kemudian tekan butang. Perubahan disimpan serta-merta dan semua ahli pasukan anda dapat melihatnya. Jika tidak pasti, baca dokumentasi dahulu atau minta bantuan rakan sekerja.',
  ar: 'يمكنك تغيير إعداداتك في أي وقت. افتح الصفحة واختر الخيار الذي تحتاج إليه ثم اضغط على الزر. تُحفظ التغييرات على الفور ويراها جميع أعضاء فريقك. إذا لم تكن متأكدًا فاقرأ الوثائق أولًا أو اطلب المساعدة من أحد زملائك.',
  he: 'אפשר לשנות את ההגדרות בכל עת. פתחו את הדף, בחרו את האפשרות הדרושה לכם ולחצו על הכפתור. השינויים נשמרים מיד וכל חברי הצוות שלכם רואים אותם. אם אינכם בטוחים, קראו קודם את התיעוד או בקשו עזרה מעמית לעבודה.',
  tr: 'Ayarlarınızı istediğiniz zaman değiştirebilirsiniz. Sayfayı açın, ihtiyacınız olan seçeneği seçin ve düğmeye basın. Değişiklikler hemen kaydedilir ve ekibinizin tüm üyeleri bunları görür. Emin değilseniz önce belgeleri okuyun veya bir iş arkadaşınızdan yardım isteyin.',
  uk: 'Ви можете змінити налаштування будь-коли. Відкрийте сторінку, виберіть потрібний варіант і натисніть кнопку. Зміни зберігаються одразу, і їх бачать усі учасники вашої команди. Якщо ви не впевнені, спочатку прочитайте документацію або попросіть колегу про допомогу.',
};
