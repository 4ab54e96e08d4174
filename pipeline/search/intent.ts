/**
 * Whether a question asks for an explanation: what something is, how it works, how to do it. Pages that are looked
 * up by names, of operations and of code, answer the other questions.
 */
export function asksForExplanation(question: string): boolean {
  return explaining.test(question.trim().toLowerCase()) && !names.test(question);
}

/** How such questions begin, or what they have in languages without spaces. */
const explaining = new RegExp(
  [
    "^(?:what(?:'s| is| are| does| do)|how(?:'s| do| does| can| to| should| is| are)|why|when (?:do|does|should|is|are)|which|where (?:do|can|is|are)|can i|can we|is there|is it|do i|does it|should i|explain|difference between)\\b",
    '^(?:was (?:ist|sind|bedeutet)|wie|warum|wieso|wann|welche[rsn]?|wo|kann (?:ich|man))\\b',
    "^(?:qu['’]est|que(?:l|lle|ls|lles)? |comment|pourquoi|quand|où|peut-on)",
    '^¿?(?:qué|que es|cómo|como|por qué|cuándo|cuál|dónde|puedo)\\s',
    '^(?:o que|qual|quais|quando|onde|por que|posso)\\s',
    "^(?:cos['’]è|che cos|come|perché|quando|quale|dove|posso)",
    '^(?:wat (?:is|zijn)|hoe|waarom|wanneer|welke|waar|kan ik)\\b',
    '^(?:что такое|как|почему|зачем|когда|какой|где|можно ли|що таке|як|чому|коли)\\s',
    '什么是|是什么|如何|怎么|怎样|为什么|とは|どう|なぜ|方法|어떻게|무엇|왜',
  ].join('|'),
);

/** Names in code, paths and methods of HTTP: what is asked for may well be an operation. */
const names =
  /\p{Ll}\p{Lu}|\p{L}_\p{L}|\(\)|(?:^|\s)\/\w|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\b(?:api|endpoint|operation|parameter|field|response|request body)s?\b/u;
