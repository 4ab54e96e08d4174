/** Whether a word of a question says little of what a page is about. */
export function isEverydayWord(word: string, language: string): boolean {
  return setOf(everyday, language).has(word);
}

/** Whether a word asks for a number behind "how": long, many. */
export function isMeasure(word: string, language: string): boolean {
  return setOf(measures, language).has(word);
}

type WordSets = Readonly<Record<string, ReadonlySet<string>>>;

const none: ReadonlySet<string> = new Set();

function setOf(sets: WordSets, language: string): ReadonlySet<string> {
  return sets[language.slice(0, 2).toLowerCase()] ?? none;
}

function listed(lists: Readonly<Record<string, string>>): WordSets {
  return Object.fromEntries(
    Object.entries(lists).map(([language, list]) => [language, new Set(list.trim().split(/\s+/))]),
  );
}

// Words are folded: lower case, without accents.

const measures = listed({
  en: 'big deep far fast frequently high large long many much often old small soon time times wide',
  de: 'gross haufig hoch lang lange oft schnell viel viele vielen weit',
  nl: 'groot hoog lang snel vaak veel ver',
});

const everyday = listed({
  en: `able actually again ago almost alone along already always another apart around ask asked asks away
   back become becomes before begin behind best better between big bit both bring came carry come comes
   different difference during easily easy else enough even ever every everything exactly exist
   exists explain far few first forgot forgotten found front full gave give given gives go goes
   going gone good great half hand happen happened happens hard hear hold holds instead inside keep keeps
   kept kind kinds know last later leave left less live look looking looks lot lots made main make makes
   making many matter may mean means meant might more most much must near need needed needs never new
   next nice normally nothing now often old on one ones only other others ourselves own part
   people perhaps piece place possibly put puts quite rather ready really right said saw says see seen
   several side since someone soon sort sounds still sure take taken takes tell than thank think
   three through throw throwing today together told took two twice under until unless usually wait
   went whole without yet yourselves`,
  de: `anders bedeutet bekomme bekommen braucht brauche brauchen einfach eigentlich erst finde finden
    funktioniert gelten gilt hilft jetzt klappt mehr meisten muss nutze nutzen nochmal passiert richtig
    schon sonst sagen stehen steht tue tun verwende verwenden wieder wirklich`,
  fr: `arrive besoin bien comprendre fonctionne marche passe peut-on permet sert servir signifie signifier
    toujours trouve trouver utilise utiliser veut`,
  es: `funciona funcionan hacerlo necesita necesito ocurre pasa significa sirve siempre usa usar uso utiliza`,
  pt: `acontece funciona funcionam precisa preciso sempre serve significa usa usar uso`,
  it: `bisogno funziona funzionano sempre serve servono significa succede usa usare uso`,
  nl: `altijd betekent doet gebeurt gebruik gebruiken krijg nodig vind werkt`,
});
