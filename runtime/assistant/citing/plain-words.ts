/**
 * Words of a language that claim nothing by themselves: what is written with them alone rests on no page, and
 * a sentence may use them where its passage has others. Words that claim something ("only", "automatically")
 * are not in it. They also tell which language a sentence is written in.
 */
const table: Readonly<Record<string, string>> = {
  en: 'a an the this that these those it its they them their he she we us our you your yours i me my one ones who whom whose which what when where why how if then than so as and or but nor also too both either is are was were be been being am do does did done doing has have had having will would shall should can could may might must let lets get gets got getting go goes going come comes make makes made making take takes taken taking give gives given giving put puts use uses used using usage run runs running ran see sees seen look looks looking find finds found know need needs needed want wants try work works working help helps keep keeps set sets say says said show shows shown call calls called mean means include includes including contain contains provide provides provided follow follows following followed allow allows start starts begin begins add adds added adding create creates created of in on at to from for with by about into onto over under between through during before after above below up down out off again further here there now once first second next last finally simply just please yes ok well some any all each every other another same such own more most less least very much many few like via per etc example examples instance thing things way ways step steps case cases page pages section sections documentation docs guide guides information details note sure able different several various however therefore instead because since while until unless whether',
  de: 'der die das den dem des ein eine einer eines einem einen und oder aber auch als wie wenn dann so sie es er wir ihr ihre ihren ich du man sich ist sind war waren sein wird werden wurde kann können müssen muss soll sollen darf dürfen haben hat hatte in im an am auf aus bei mit nach von vom zu zum zur für über unter durch vor um dass ob dies diese dieser dieses diesen hier dort dazu damit daher noch schon nur zunächst danach zuerst anschließend bitte verwenden verwendet verwende nutzen nutzt benutzen beispiel folgende folgenden seite seiten schritt ja',
  fr: 'le la les l un une des du de d et ou mais si que qui quoi dont où ce cet cette ces il elle ils elles on nous vous je tu se s son sa ses leur leurs votre vos est sont était être a ont avoir peut pouvez peuvent faut doit devez doivent pour par avec dans sur sous en au aux à comme plus aussi puis ensuite alors ici y utiliser utilisez utilise exemple suivant suivante suivants page étape oui',
  es: 'el la los las un una unos unas lo y o u pero si que quien cual como cuando donde este esta estos estas ese esa eso se su sus le les me te nos usted tu es son era ser está están estar ha han haber puede pueden debe deben para por con en de del al a desde hasta sobre entre más también luego después entonces aquí usar use usa utilice ejemplo siguiente siguientes página paso sí',
  it: 'il lo la i gli le un uno una e o ma se che chi cui come quando dove questo questa questi queste si suo sua suoi è sono era essere ha hanno può possono deve devono per con in di del della dei delle da dal al alla a su tra fra più anche poi quindi qui usare usa esempio seguente pagina passo sì',
  pt: 'o a os as um uma uns umas e ou mas se que quem como quando onde este esta estes isso seu sua seus é são era ser está estão tem têm pode podem deve devem para por com em no na nos nas de do da dos das ao à sobre mais também depois então aqui usar use exemplo seguinte página passo sim',
  nl: 'de het een en of maar als dat die dit deze wie wat hoe wanneer waar is zijn was waren wordt worden kan kunnen moet moeten heeft hebben je jij u uw hij zij we in op aan van voor met naar uit bij over om te door ook dan dus hier daar gebruik gebruikt gebruiken voorbeeld volgende pagina stap ja',
  pl: 'i lub ale jeśli że który która które to ten ta te jest są był być może można należy w na do z ze od dla po przez o się jak gdy gdzie tutaj także użyj przykład następujące strona krok tak',
  tr: 've veya ama eğer bu şu o bir için ile de da ki mi olarak gibi daha sonra önce burada kullan kullanın örnek aşağıdaki sayfa adım evet',
  sv: 'och eller men om att som den det de en ett är var vara kan måste ska har i på av för med till från vid du din man hur när där här också sedan använd exempel följande sida steg ja',
  ru: 'и или но если что который которая которые это этот эта эти он она они вы ваш мы в на с со к по из от для о об как когда где здесь также затем можно нужно используйте пример следующий страница шаг да быть есть',
  uk: 'і й або але якщо що який яка які це цей ця ці він вона вони ви ваш ми в у на з до по із від для про як коли де тут також потім можна потрібно приклад сторінка крок так',
  vi: 'và hoặc nhưng nếu là của các những một này đó có được để cho với trong trên từ khi như bạn hãy cũng sau trang bước ví dụ',
  id: 'dan atau tetapi jika yang ini itu adalah untuk dengan di ke dari pada oleh anda dapat bisa harus juga kemudian contoh berikut halaman langkah ya',
};

/** The same for languages without spaces between words. */
const dense: Readonly<Record<string, string>> = {
  zh: '的 在 中 是 了 和 与 或 有 要 会 能 将 被 把 从 到 对 为 以 及 用 于 上 下 个 您 你 我 他 它 这 那 不 没 无 未 后 前 时 里 内 外 等 请 可 需 并 但 如 若 则 即 也 都 就 还 又 再 很 更 最 让 使 該 该 此 其 们 天后 可以 通过 使用 需要 如果 以及 进行 这个 那么 因此 例如 或者 并且 其中 首先 然后 最后 以下 如下 所有 一个 我们 您的 你的 他们 就是 即可 之后 之前 文档 说明 步骤 页面 请参阅 参阅 方法 方式 时候 什么 怎么 如何 这些 那些 每个 其他 还有 也是 可用 能够 应该 必须 之间 里面 上面 下面 在此 此处 透過 請參閱 如何 這個 這些 時候 頁面 步驟',
  ja: '使用 利用 場合 以下 以上 必要 可能 方法 次に 最初 最後 今回 例えば 手順 参照 詳細 説明 ページ ドキュメント',
};

const words = new Map(
  Object.entries(table).map(([code, text]) => [code, new Set(text.split(' '))]),
);
const denseWords = new Set(Object.values(dense).flatMap((text) => text.split(' ')));
const anyWords = new Set([...words.values()].flatMap((set) => [...set]));

/** Whether a word claims nothing, in the language of the text, or in any when that is not known. */
export function isPlain(word: string, language: string | undefined): boolean {
  if (denseWords.has(word)) return true;
  const own = language === undefined ? undefined : words.get(language);
  return (own ?? anyWords).has(word);
}

/** The language that most of the plain words of a text belong to; undefined where none is clearly ahead. */
export function languageOfWords(text: readonly string[]): string | undefined {
  let best: string | undefined;
  let most = 1;
  let isTied = false;
  for (const [code, set] of words) {
    const count = text.filter((word) => set.has(word)).length;
    if (count > most) {
      best = code;
      most = count;
      isTied = false;
    } else if (count === most) isTied = true;
  }
  return isTied ? undefined : best;
}
