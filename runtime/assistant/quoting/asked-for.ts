import type { Block } from './units.ts';

/** What kind of answer a question wants. */
export type AskedFor = 'steps' | 'meaning' | 'value' | 'anything';

/** How questions of a kind begin, in the languages that people ask most in. */
const beginnings: readonly (readonly [AskedFor, RegExp])[] = [
  [
    'value',
    /\b(how (many|much|long|often|big|large|fast|old)|which|what(?:'s| is| are)? (the )?(default|maximum|minimum|limit|size|name|url|port|version|value|price|cost|format|type)s?|what (port|version|command|format|type|size|limit|status|error|url|value|model|key|flag|option)s?)\b/i,
  ],
  ['value', /多少|几个|哪个|哪些|哪种|默认|いくつ|いくら|どの|どれ|몇|얼마|어떤|어느/],
  [
    'value',
    /^\W*(wie ?viele?|welche[rsmn]?|combien|quel(le)?s?|cuánt[oa]s?|cuál(es)?|quant[oi]|qual[ei]?|hoeveel|welke?)\b/i,
  ],
  ['steps', /\bhow (do|can|should|would|to|does one)\b|\b(steps|set ?up|guide) (to|for)\b/i],
  ['steps', /如何|怎么|怎样|方法|どうやって|どうすれば|方法|어떻게/],
  ['steps', /^\W*(wie|comment|cómo|como|come|hoe)\b/i],
  [
    'meaning',
    /^\W*(what(?:'s| is| are| does) (?!.*\b(default|maximum|minimum)\b)|define|explain|describe|was (ist|sind)|qu['’]est|que es|qué (es|son)|o que|che cos|wat (is|zijn))/i,
  ],
  ['meaning', /是什么|什么是|とは|何ですか|무엇|뭐/],
];

/** The kind of answer that a question wants. */
export function askedFor(question: string): AskedFor {
  return beginnings.find(([, beginning]) => beginning.test(question))?.[0] ?? 'anything';
}

const instruction =
  /^\W*(?:\d+[.)]\s*)?\W*(add|call|choose|click|configure|copy|create|define|deploy|download|edit|enable|enter|export|go to|import|install|log in|make|navigate|open|paste|pass|provide|register|remove|replace|run|save|select|send|set|sign|start|switch|to |turn|type|update|upload|use|visit|write|you can|点击|选择|在|打开|输入|使用|运行|创建|前往|导航|添加|进入)/i;

/** "A queue is …": the subject, and soon what it is. */
const definition =
  /^(?:\S{1,40}\s{1,3}){1,7}?(?:is|are|means|refers to|stands for|lets?|allows?|enables?|provides?|returns?|controls?|defines?|describes?|represents?|ist|sind|est|sont|es|son|é|são|è|sono)\s|^.{1,24}(?:是|指|表示|用于|用来|とは|は、|은|는|이란)/iu;

const value = /\d|`[^`]+`|\*\*[^*]+\*\*|["“][^"”]+["”]|https?:/;

const isProse = (block: Block) => block.kind === 'prose' && !block.text.startsWith('>');

/** How far a sentence, an item or a row is of the kind that is asked for, 0 … 1. */
export function answersKind(
  kind: AskedFor,
  blocks: readonly Block[],
  at: number,
  unit: number,
): number {
  const block = blocks[at];
  // What is said is said at the beginning; a unit may be a whole file.
  const text = (block?.units[unit] ?? '').slice(0, 300);
  if (!block) return 0;
  if (kind === 'steps') {
    if (block.kind === 'code') return 0.5;
    const hasCode = blocks[at + 1]?.kind === 'code';
    return (instruction.test(text) ? 0.6 : 0) + (hasCode ? 0.4 : 0);
  }
  if (kind === 'meaning') {
    if (block.kind !== 'prose') return block.kind === 'list' ? 0.3 : 0;
    const isFirst = unit === 0 && blocks.findIndex(isProse) === at;
    return (definition.test(text) ? 0.7 : 0) + (isFirst ? 0.3 : 0);
  }
  if (kind === 'value') return value.test(text) ? 1 : 0;
  return 0;
}
