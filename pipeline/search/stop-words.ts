/**
 * Whether a word says nothing about what is looked for. English questions are full of such words;
 * in other languages the statistics of the index do most of the work.
 */
export function isStopWord(word: string, language: string): boolean {
  return lists[language.slice(0, 2)]?.has(word) ?? false;
}

const lists: Readonly<Record<string, ReadonlySet<string>>> = {
  en: setOf(`a about after all also am an and any anything are aren as at be because been before being
    but by can cannot could couldn did didn do does doesn doing don done down each either for from
    get gets getting got had hadn has hasn have haven having he her here him his how i if im in into
    is isn it its just kind let like ll me might mine my myself nor not of once one or our ours
    out over please possible re really s same say says she should shouldn so some somehow something
    such t than that the their theirs them then there these they thing things this those though to
    too try trying up us use used uses using ve very via want wanted wants was wasn way ways we well
    were weren what whatever when where whether which while who whom whose why will with within won
    would wouldn yes you your yours yourself`),
  fr: setOf(`a ai ainsi alors au aux avec ce ces cet cette ceux comme comment d dans de des dois donc
    du elle elles en est et etre faire fait il ils j je l la le les leur lui ma mais me meme mes mon
    n ne nos notre nous on ou par pas peut peux plus pour pourquoi qu quand que quel quelle quels qui
    quoi s sa sans se ses si son sont sur ta te tes toi ton tous tout tu un une vos votre vous y`),
  de: setOf(`aber alle als also am an auch auf aus bei bin bis da damit dann das dass dem den denn der
    des die dies diese dieser doch dort du durch ein eine einem einen einer eines er es fur gibt hat
    habe haben ich ihr im in ist ja kann kein keine konnen man mein meine mich mir mit muss nach nicht
    noch nun nur ob oder ohne sein sich sie sind so soll uber um und uns unser vom von vor wann warum
    was wenn wer werden wie wieso wir wird wo zu zum zur`),
  es: setOf(`a al algo como con cual cuando de del desde donde e el ella en entre es esta estan este
    esto ha hace hacer hacia hay la las le lo los mas me mi mis muy no nos o para pero por porque
    puede puedo que quien se ser si sin sobre son su sus te tengo tiene tu un una uno y ya yo`),
  pt: setOf(`a ao aos as com como da das de del do dos e ela ele em entre essa esse esta este eu ha
    isso isto ja mais mas me meu minha na nao nas no nos o os ou para pela pelo por porque posso pode
    qual quando que quem se sem ser seu sua sao tem um uma voce`),
  it: setOf(`a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle
    di dove e ed essere fa ha ho i il in io la le lo ma mi nel nella non o per perche piu posso puo
    quale quando questa questo se si sono su sul tra un una uno`),
  nl: setOf(`aan als bij dan dat de deze die dit door een en er ge geen haar heb heeft hem het hij hoe
    hun ik in is je kan maar me meer met mijn moet na naar niet nog of om onder ons ook op over te tot
    uit van veel voor waar waarom wanneer was wat we wel wie wij worden wordt ze zich zijn zo zonder`),
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
