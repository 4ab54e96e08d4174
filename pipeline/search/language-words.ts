// The reader of a site has the words of the site's languages alone (`bundle.ts`).

/** Words that say nothing about what is looked for, by language. */
export const stopWords: Readonly<Record<string, string>> = {
  en: `a about after all also am an and any anything are aren as at be because been before being
    but by can cannot could couldn did didn do does doesn doing don done down each either for from
    get gets getting got had hadn has hasn have haven having he her here him his how i if im in into
    is isn it its just kind let like ll me might mine my myself nor not of once one or our ours
    out over please possible re really s same say says she should shouldn so some somehow something
    such t than that the their theirs them then there these they thing things this those though to
    too try trying up us use used uses using ve very via want wanted wants was wasn way ways we well
    were weren what whatever when where whether which while who whom whose why will with within won
    would wouldn yes you your yours yourself`,
  fr: `a ai ainsi alors au aux avec ce ces cet cette ceux comme comment d dans de des dois donc
    du elle elles en est et etre faire fait il ils j je l la le les leur lui ma mais me meme mes mon
    n ne nos notre nous on ou par pas peut peux plus pour pourquoi qu quand que quel quelle quels qui
    quoi s sa sans se ses si son sont sur ta te tes toi ton tous tout tu un une vos votre vous y combien
    faut laquelle lequel puis quels`,
  de: `aber alle als also am an auch auf aus bei bin bis da damit dann das dass dem den denn der
    des die dies diese dieser doch dort du durch ein eine einem einen einer eines er es fur gibt hat
    habe haben ich ihr im in ist ja kann kein keine konnen man mein meine mich mir mit muss nach nicht
    noch nun nur ob oder ohne sein sich sie sind so soll uber um und uns unser vom von vor wann warum
    was wenn wer werden wie wieso wir wird wo zu zum zur bitte darf diesem diesen dieses durfen
    etwas ihre ihrem ihren ihrer kannst konnte lassen lasst machen mochte mussen seine seinen seiner
    sollen sollte viel viele vielen welche welchem welchen welcher welches will wofur woher wohin womit
    wozu wurde wurden`,
  es: `a al algo como con cual cuando de del desde donde e el ella en entre es esta estan este
    esto ha hace hacer hacia hay la las le lo los mas me mi mis muy no nos o para pero por porque
    puede puedo que quien se ser si sin sobre son su sus te tengo tiene tu un una uno y ya yo cuales cuanta
    cuantas cuanto cuantos debo hago pueden quienes`,
  pt: `a ao aos as com como da das de del do dos e ela ele em entre essa esse esta este eu ha
    isso isto ja mais mas me meu minha na nao nas no nos o os ou para pela pelo por porque posso pode
    qual quando que quem se sem ser seu sua sao tem um uma voce devo faco onde quais quanta quantas quanto
    quantos`,
  it: `a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle
    di dove e ed essere fa ha ho i il in io la le lo ma mi nel nella non o per perche piu posso puo
    quale quando questa questo se si sono su sul tra un una uno devo faccio quali quanta quante quanti
    quanto`,
  nl: `aan als bij dan dat de deze die dit door een en er ge geen haar heb heeft hem het hij hoe
    hun ik in is je kan maar me meer met mijn moet na naar niet nog of om onder ons ook op over te tot
    uit van veel voor waar waarom wanneer was wat we wel wie wij worden wordt ze zich zijn zo zonder hoeveel
    kun kunt mag moeten waarmee welk welke`,
  // Words as a dictionary cuts them (see `tellingPairs`: pronouns, particles, frames of questions.
  zh: `的 了 着 过 吗 呢 吧 啊 呀 么 嘛 地 得 之 是 有 在 和 与 及 或 或者 以及 并 并且 而 而且 但 但是 把 被 给 让 使
    使得 对 对于 为 为了 因为 所以 如果 那么 当 从 到 向 往 于 由 以 用 跟 同 比 按 按照 根据 通过 关于 将 会 能 能否 能够 可
    可以 可否 可能 应 应该 应当 需 需要 要 想 想要 希望 必须 请 请问 谁 什么 哪 哪个 哪些 哪里 哪儿 何 何时 为何 为什么
    怎 怎么 怎么办 怎么样 怎样 如何 多少 几 几个 是否 能不能 可不可以 是不是 有没有 会不会 要不要 没有 没 不 都 也 还 又 再 就 才 只 很 太 最
    更 每 各 这 那 这个 那个 这些 那些 这里 那里 这样 那样 它 他 她 我 你 您 我们 你们 他们 自己 里 里面 上 下 中 内 外 前 后 之前 之后 时
    时候 的话 一 一个 一下 一些 一种 一项 个 些 种 次 我的 你的 您的 他的 我们的 总是 一直 经常 已经 正在 一起 以便 然后 另外
    例如 比如 非常 这么 知道 告诉 告诉我 帮 帮我 想知道 做 办 弄 进行 使用 办法 方法 方式 东西 事情 其 其他 其它 别的 来 去 所
    所有 此 该`,
  ja: `は が を に へ で と の も や か から まで より ば な ね よ し て た だ です ます でし まし だっ ある あり あっ いる い いっ する
    し す れ さ せ られ れる なる なり なっ こと もの の ため よう とき 時 場合 方法 何 なに なん どう どの どれ どこ いつ だれ 誰 なぜ いくつ いくら
    これ それ あれ この その あの ここ そこ できる でき ます か ください くだ さい 下さい 教え 教えて 知り たい ほしい 欲しい いい 良い よい しまう
    ない なく なけれ なら たら たり れば ながら ん という って では には とは ので のに けど けれど また そして または および など について`,
  ko: `어떻게 어떤 무엇 무엇을 무엇인가요 뭐 뭔가요 왜 언제 어디 어디서 어디에 어디에서 누가 누구 얼마나 몇 수 것 등 및 또는 그리고 하지만 이 그 저
    나 내 제 우리 저는 나는 좀 더 잘 안 못 있나요 있습니까 없나요 있는 있는지 없는 하나요 합니까 하는 하는지 할 하려면 하려고 해야 해야 하고 하면 하기 되나요 됩니까
    되는 되는지 인가요 입니까 가능한가요 가능 알려 알려주세요 주세요 싶어요 싶습니다 방법 방법은 방법이 대해 대한 위해 위한`,
  th: `ที่ ใน และ หรือ ของ เป็น มี ได้ ให้ จะ ว่า ไหม คือ อะไร อย่างไร ยังไง ทำไม เมื่อไร เมื่อไหร่ ที่ไหน ใคร กับ จาก
    การ ความ ต้อง ต้องการ อยาก สามารถ ทำ ไม่ นี้ นั้น แล้ว ก็ ด้วย โดย เพื่อ ถ้า ฉัน ผม คุณ เรา ไป มา อยู่ ซึ่ง กี่ เท่าไร เท่าไหร่`,
};

/**
 * Endings of inflection per language, longest first, without accents. Only endings that hardly ever
 * belong to the stem: cutting too little misses a form, cutting too much finds the wrong page.
 */
export const endings: Readonly<Record<string, string>> = {
  fr: 'issements issement atrices ations atrice ation ements ement euses antes ances euse ante ance iques ique ables able ives ive eurs eur ants ant ees er ez ee es e s',
  de: 'ungen ung heiten heit keiten keit ernd ern lich isch est end em en er es st e n s',
  es: 'aciones acion amientos amiento adoras adores adora ador mente iendo ando ados adas idos idas ado ada ido ida ables able ar er ir es as os a o e s',
  pt: 'amentos amento adoras adores adora ador acoes acao mente indo ando endo ados adas idos idas ado ada ido ida aveis avel ar er ir oes ao es as os a o e s',
  it: 'azioni azione amenti amento mente endo ando ati ate iti ite ato ata ito ita abili abile are ere ire i e a o',
  nl: 'heden heid ingen ing eren lijk en er es e s',
  pl: 'owania owanie owac ania anie enia enie ami ach owi ow om ego emu ych ymi ej em ym ie y i a e o u',
  sv: 'heterna heten heter arna erna orna ande aste ning ing ar er or en et as es a e n s t',
  no: 'hetene heten heter ende ene ane ning ing ast er ar en et es e a s',
  da: 'hederne heden heder erne ende ene ning ing er en et es e s',
  fi: 'isuuden issa issä ista ssa lla sta lta lle iin ien jen nen den ksi ja ia in en an on un n t a i',
  tr: 'larinin lerinin larin lerin lari leri lar ler inda inde dan den tan ten nin nun in un da de ta te yi i u e a',
  uk: 'уваннями уванням ування аннями еннями анням енням ання ення ами ями ого ому ими ість ів ах ях ою ею ий ої ій им их ом ем ти а я у ю и і е о ь',
  ar: 'ات ون ين ها هم كم نا ية ة ه ي',
  he: 'יות ות ים ית ה',
  id: 'kannya annya kan nya an i',
  ms: 'kannya annya kan nya an i',
};
