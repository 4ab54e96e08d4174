/** What a question asks for: how something works or is done, something with a name, or a topic in a few words. */
export type Aim = 'explanation' | 'name' | 'topic';

/**
 * What a question asks for. Pages that are looked up by names, of operations and of code, answer those for a name;
 * an explanation, and most of what is said of a topic, is on other pages.
 */
export function aimOf(question: string): Aim {
  if (names.test(question)) return 'name';
  return explaining.test(question.trim().toLowerCase()) ? 'explanation' : 'topic';
}

/** How questions for an explanation begin, or what they have in languages without spaces. */
const explaining = new RegExp(
  [
    "^(?:(?:what|how|when|where)(?:'s| (?:is|are|do|does|can|to|should))|why|which|(?:can|do|should) (?:i|we)|(?:is|does) (?:it|there)|explain|difference between)\\b",
    '^(?:was (?:ist|sind|bedeutet)|wie|warum|wieso|wann|welche.?|wo|kann (?:ich|man)|wat (?:is|zijn)|hoe|waarom|wanneer|welke|waar|kan ik)\\b',
    "^(?:qu['’]est|que(?:l|lle)?s? |comment|pourquoi|quand|où|peut-on|cos['’]è|che cos|come|perché|quando|quale|dove|posso)",
    '^¿?(?:qué|que es|cómo|como|por qué|cuándo|cuál|dónde|puedo|o que|qual|quais|onde|por que|что такое|как|почему|зачем|когда|какой|где|можно ли|що таке|як|чому|коли)\\s',
    '什么是|是什么|如何|怎么|怎样|为什么|とは|どう|なぜ|方法|어떻게|무엇|왜',
  ].join('|'),
);

/** Names in code, paths and methods of HTTP, what an API returns: what is asked for may well be an operation. */
const names =
  /\p{Ll}\p{Lu}|\p{L}_\p{L}|\(\)|(?:^|\s)\/\w|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\b(?:api|endpoint|operation|parameter|field|response|request body|API return|(?:status|error) code)s?\b|h(?:at|ich) (?:error|status)|状态码/u;
