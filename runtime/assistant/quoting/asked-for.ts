import type { Block } from './units.ts';

/** What kind of answer a question wants. */
export type AskedFor = 'steps' | 'meaning' | 'amount' | 'value' | 'person' | 'place' | 'anything';

/** How questions of a kind begin, in the languages that people ask most in. */
const beginnings: readonly (readonly [AskedFor, RegExp])[] = [
  [
    'amount',
    /\b(how (many|much|long|often|big|large|fast|old|far|soon)|(?:what|which)(?:'s| is| are)? (?:the |a )?(?:\w+ ){0,2}?(?:maximum|minimum|max|min|limit|size|port|price|cost|number|score|length|timeout|version|dimensions?|duration|rate|range)s?)\b/i,
  ],
  ['amount', /多少|几个|多久|多长|多大|几种|端口|上限|いくつ|いくら|何個|何件|どのくらい|몇|얼마/],
  ['amount', /^\W*(wie ?(?:viele?|lange|oft|groß)|combien|cuánt[oa]s?|quant[oiae]|hoeveel)\b/i],
  [
    'value',
    /\b(which|what(?:'s| is| are)? (the )?(default|name|url|value|format|type)s?|what(?:'s| is| are) the (?:\w+ ){1,2}?(name|url|address|endpoint|path|header|format)s?|what (command|format|type|status|error|url|value|model|key|flag|option|header|file|field|class|method|function)s?)\b/i,
  ],
  ['value', /哪个|哪些|哪种|默认|どの|どれ|어떤|어느/],
  ['value', /^\W*(welche[rsmn]?|quel(le)?s?|cuál(es)?|qual[ei]?|welke?)\b/i],
  [
    'person',
    /^\W*(who(m|se)?|wer|wem|wen|qui|quién(es)?|chi|quem|wie mag|vem|hvem|kto)\b|谁|誰|누가|누구/i,
  ],
  [
    'place',
    /^\W*(?:where|wo(?:her|hin)?|où|d['’]où|dónde|onde|dove|waar)\b|哪里|哪儿|在哪|どこ|어디/i,
  ],
  ['steps', /\bhow (do|does|can|should|would|to)\b|\b(steps|set ?up|guide) (to|for)\b/i],
  ['steps', /如何|怎么|怎样|方法|どうやって|どうすれば|方法|어떻게/],
  ['steps', /^\W*(wie|comment|cómo|como|come|hoe)\b/i],
  [
    'meaning',
    /^\W*(what(?:'s| is| are| does(?=.* (?:do|mean|stand for)\W*$)) (?!.*\b(default|maximum|minimum)\b)|define|explain|describe|was (ist|sind|bedeutet|bedeuten|heißt)\b|que signifie|qué significan?\b|o que significa|cosa significa|wat betekent|qu['’]est|que es|qué (es|son)|o que|che cos|wat (is|zijn))/i,
  ],
  ['meaning', /是什么|什么是|什么意思|とは|何ですか|どういう意味|무엇|뭐/],
];

/** The kind of answer that a question wants. */
export function askedFor(question: string): AskedFor {
  return beginnings.find(([, beginning]) => beginning.test(question))?.[0] ?? 'anything';
}

const instruction =
  /^\W*(?:\d+[.)]\s*)?\W*(add|call|check|choose|click|configure|copy|create|define|deploy|download|edit|enable|enter|export|go to|import|install|log in|make|navigate|open|paste|pass|provide|register|remove|replace|run|save|see|select|send|set|sign|start|switch|to |turn|type|update|upload|use|visit|write|you can|点击|选择|在|打开|输入|使用|运行|创建|前往|导航|添加|进入)/i;

/** Between what is defined and what it is. */
const isWhat =
  /\s(?:is|are|means|refers to|stands for|lets?|allows?|enables?|provides?|returns?|controls?|defines?|describes?|represents?|ist|sind|bezeichnet|est|sont|désigne|es|son|é|são|è|sono)\s|是指|是|指|表示|用于|用来|とは|は、|은\s|는\s|이란/iu;

/** "A queue is deleted when …" says what happens to it, not what it is. */
const isDone =
  /^\s(?:is|are) (?:now |only |always |also |not |never |automatically )?(?!(?:used|designed|based|made|intended|composed|built|meant|related|shared|named)\b)[a-z]+(?:ed|own|ept)\b/i;

/** The other way round: "…, which is called a queue". */
const calledSo =
  /(?:\b(?:is|are) (?:also )?(?:called|known as|referred to as)|heißt|nennt man|(?:est|sont) appelée?s?|称之为|称为|叫做|叫作|と呼びます|と呼ばれ|라고 합니다)/iu;

/** Characters of a subject: what comes after more of them is no definition. */
const longestSubject = { spaced: 60, dense: 20 } as const;

/** What a sentence says what it is: "A queue" of "A queue is a list"; undefined if it defines nothing. */
export function subjectOfDefinition(sentence: string): string | undefined {
  const inverse = calledSo.exec(sentence);
  if (inverse) return sentence.slice(inverse.index + inverse[0].length).slice(0, 60);
  const found = isWhat.exec(sentence);
  if (!found || isDone.test(sentence.slice(found.index))) return undefined;
  const subject = sentence.slice(0, found.index);
  const most = /\s/.test(found[0]) ? longestSubject.spaced : longestSubject.dense;
  return subject.trim() === '' || subject.length > most ? undefined : subject;
}

const value = /`[^`]+`|\*\*[^*]+\*\*|["“][^"”]+["”]|https?:|\d/;
const amount =
  /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|unlimited|zwei|drei|vier|fünf|deux|trois|quatre|cinq)\b|[一二两三四五六七八九十百千万]\s*(?:个|次|种|天|分钟|小时)|无限/iu;

/** What people are called who may do something. */
const person =
  /\b(owners?|admins?|administrators?|members?|users?|editors?|viewers?|developers?|teams?|managers?|anyone|everyone|people|readers?|customers?|roles?|maintainers?|Besitzer\w*|Mitglied\w*|Nutzer\w*|Benutzer\w*|propriétaires?|membres?|utilisateurs?|propietarios?|miembros?|usuarios?)\b|所有者|拥有者|管理员|成员|用户|编辑者|管理者|メンバー|ユーザー|소유자|관리자|사용자/iu;

/** Where something is found: an address, a page, a file, a menu. */
const place =
  /\]\(|https?:|\*\*[^*]+\*\*\s*(?:[>›→]|page|tab|menu|screen|section|panel|button|Seite|Menü|页面|菜单|选项卡|ページ|メニュー|タブ|메뉴)|\b(?:in|under|at|from|on|open|go to|unter|dans|sous|en)\s+(?:the |your |den |der |dem |le |la |los |el )?(?:\w+ ){0,2}?(?:\*\*|`|\[|dashboard|settings|console|Einstellungen|paramètres|configuración)|(?:在|打开|前往|点击)\s*(?:\*\*|`|\[|「|“|设置)/i;

/** How a page or a section begins that says what it is about without its name: "A class that …". */
const unnamed =
  /^\W*(?:an?|the) (?!following\b|next\b)[^.,:]{2,60}? (?:that|which|who|to|for|used|of)\b/i;

/** Headings of what introduces a thing: "What is a queue?", "About queues". */
const introduction =
  /^\W*(?:what(?: is| are|['’]s)|about|introduction(?: to)?|introducing|overview(?: of)?|was (?:ist|sind)|über|einführung(?: in)?|qu['’]est-ce qu(?:e|['’])|à propos de|qué (?:es|son)|acerca de|什么是|关于)(?!\p{L})|\s+(?:overview|introduction)\W*$|(?:简介|介绍|概述|是什么|とは|について|概要|소개|개요)\W*$/iu;

/** "Examples:", "Extends: `Agent`": labels of what follows, and what they name. */
const isLabel = (unit: string) =>
  /^[^.!?。]{1,40}[:：]\W*$/.test(unit) || /^\W*`[^`]*`\W*$/.test(unit);

const isQuoted = ({ kind, text }: Block) => kind === 'prose' && text.startsWith('>');

const isProse = (block: Block) =>
  block.kind === 'prose' && !isQuoted(block) && !block.units.every(isLabel);

const isListed = ({ kind }: Block) => kind === 'list' || kind === 'table';

/** How far a sentence, an item or a row is of the kind that is asked for, 0 … 1. */
export function answersKind(
  kind: AskedFor,
  blocks: readonly Block[],
  {
    block: at,
    unit,
    heading,
    label,
    exact,
    defines,
  }: {
    readonly block: number;
    readonly unit: number;
    /** What the section is about: its heading, else the title of its page. */
    readonly heading: string;
    /** What the unit is about: a title in bold, a first cell; '' if nothing says it. */
    readonly label: string;
    /** What the answer looks like, where the question says it. */
    readonly exact?: RegExp | undefined;
    /** How much of what is asked for the subject of a definition names, 0 … 1. */
    readonly defines: (subject: string) => number;
  },
): number {
  const block = blocks[at];
  // What is said is said at the beginning; a unit may be a whole file.
  const text = (block?.units[unit] ?? '').slice(0, 300);
  if (!block) return 0;
  if (kind === 'steps') {
    if (exact?.test(block.kind === 'code' ? block.text : text)) return 1;
    if (block.kind === 'code') return 0.5;
    // The line that describes a page sums up what is done there, as an instruction would.
    if (block.kind === 'table' || isQuoted(block)) return 0;
    const hasCode = blocks[at + 1]?.kind === 'code';
    return (instruction.test(text) ? 0.6 : 0) + (hasCode ? 0.4 : 0);
  }
  if (kind === 'meaning') {
    if (block.kind === 'code' || isLabel(text)) return 0;
    const isFirst =
      unit === 0 && blocks.findIndex(isProse) === at && !blocks.slice(0, at).some(isListed);
    const subject = subjectOfDefinition(text);
    const introduced = isFirst && (unnamed.test(text) || introduction.test(heading));
    const defined = Math.max(
      subject === undefined || instruction.test(text) ? 0 : defines(subject),
      introduced ? defines(heading.replace(introduction, ' ')) : 0,
      label === '' ? 0 : defines(label),
    );
    return (defined > 0 ? 0.1 + 0.6 * defined : 0) + (isFirst ? 0.3 : 0);
  }
  if (kind === 'person') return person.test(text) ? 1 : 0;
  if (kind === 'place') return place.test(text) ? 1 : 0;
  if (kind !== 'amount' && kind !== 'value') return 0;
  if (exact?.test(text)) return 1;
  const isSome = (kind === 'amount' ? amount : value).test(text);
  return isSome ? (exact ? 0.4 : 1) : 0;
}
