import { languages } from '../../schema/languages.ts';
import type { Item, Segment } from './segments.ts';

/**
 * Why an answer can't be used. It is stored as data because it is reported to two readers: the
 * model, which is asked once more and knows the marks of the prompt, and the author, who knows the
 * page.
 */
export interface Fault {
  readonly kind: FaultKind;
  /** What it is about: a mark, an address, a sign, a word, or a language. */
  readonly what?: string;
}

export type FaultKind = keyof typeof wordings;

/** The fault in words for the model that is asked again. */
export function faultForModel({ kind, what = '' }: Fault, to: string): string {
  return wordings[kind].model(what, to);
}

/** The fault in words for the writer of the page, who knows nothing of the prompt. */
export function faultForWriter(
  { kind, what = '' }: Fault,
  segment: Segment,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const { writer } = wordings[kind];
  if (typeof writer === 'string') return writer;
  return writer(what, { from: nameOf(from), to: nameOf(to), mark: () => markNamed(what, segment) });
}

interface Context {
  /** Names of the languages. */
  readonly from: string;
  readonly to: string;
  /** The link, code or emphasis that the fault is about, as it is written on the page. */
  readonly mark: () => string;
}

interface Wording {
  readonly model: (what: string, to: string) => string;
  readonly writer: string | ((what: string, context: Context) => string);
}

const wordings = {
  'unknown-mark': {
    model: (what) => `it has ${what}, which is not in the source`,
    writer: 'the translation adds a link, code or emphasis that the text does not have',
  },
  'stray-mark': {
    model: (what) => `${what} is used where nothing with that number is open`,
    writer: (_, { mark }) => `${mark()} is mixed up with another one in the translation`,
  },
  'repeated-mark': {
    model: (what) => `${what} is used twice`,
    writer: (_, { mark }) => `${mark()} appears more than once in the translation`,
  },
  'moved-mark': {
    model: (what) => `${what} has moved into or out of another mark`,
    writer: (_, { mark }) =>
      `${mark()} has moved into or out of a link or an emphasis in the translation`,
  },
  'malformed-mark': {
    model: (what) => `${what} is no mark; write <${what.replace(/[<>/\s]/g, '')}/>`,
    writer: (_, { mark }) => `${mark()} was changed in the translation`,
  },
  'bare-mark': {
    model: (what) => `<${what}> must surround words`,
    writer: (_, { mark }) => `${mark()} has no words in the translation`,
  },
  'open-mark': {
    model: (what) => `<${what}> is never closed`,
    writer: (_, { mark }) => `${mark()} does not end in the translation`,
  },
  'missing-mark': {
    model: (what) => `${what} is missing; keep every mark once`,
    writer: (_, { mark }) => `${mark()} is missing in the translation`,
  },
  'empty-mark': {
    model: (what) => `<${what}> has lost its words`,
    writer: (_, { mark }) => `${mark()} has no words in the translation`,
  },
  'control-characters': {
    model: () => 'it has control characters',
    writer: 'the translation contains control characters',
  },
  empty: { model: () => 'it is empty', writer: 'the translation is empty' },
  'added-address': {
    model: (what) => `it adds the address "${what}"`,
    writer: (what) => `the translation adds the address "${what}"`,
  },
  'added-markup': {
    model: (what) => `it adds the markup ${what}; write only plain words and the given marks`,
    writer: (what) => `the translation adds the markup "${what}"`,
  },
  'added-tag': {
    model: () => 'it adds a tag; write only plain words and the given marks',
    writer: 'the translation adds an HTML tag',
  },
  note: {
    model: () => 'it speaks about the translation; write the translation alone, without notes',
    writer: 'the answer talks about the translation instead of translating',
  },
  'several-lines': {
    model: () => 'it is more than one line; write the translation of this text alone',
    writer: 'the translation has more lines or headings than the text',
  },
  'too-long': {
    model: () => 'it is far longer than the source; write the translation alone',
    writer: 'the translation is far longer than the text',
  },
  'too-short': {
    model: () => 'it is far shorter than the source; translate all of it',
    writer: 'the translation is far shorter than the text',
  },
  'cut-off': {
    model: () => 'it ends in the middle of the sentence; translate all of it',
    writer: 'the translation ends in the middle of a sentence',
  },
  'other-chinese': {
    model: () => 'it is written in the other Chinese script',
    writer: (_, { to }) => `the translated page is not written in the script of ${to}`,
  },
  'page-script': {
    model: (_, to) => `it is not written in the script of ${to}`,
    writer: (_, { to }) => `the translated page is not written in the script of ${to}`,
  },
  'page-language': {
    model: (what) => `it reads as ${what}`,
    writer: (what, { to }) => `the translated page reads as ${nameOf(what)}, not ${to}`,
  },
  'foreign-words': {
    model: (what, to) => `"${what}" is not written in the script of ${to}`,
    writer: (what, { to }) => `"${what}" is not written in the script of ${to}`,
  },
  untranslated: {
    model: (_, to) => `it is not translated into ${to}`,
    writer: (_, { from }) => `the answer is in ${from}`,
  },
  'other-language': {
    model: (what, to) => `it reads as ${what}, not ${to}`,
    writer: (what, { to }) => `the answer is in ${nameOf(what)}, not in ${to}`,
  },
  'short-texts-cut': {
    model: () =>
      'all short texts of the page are far shorter than their sources; translate all of them',
    writer: 'the short texts of the page, taken together, are far shorter in the translation',
  },
  'short-texts-language': {
    model: (what, to) => `the short texts of the page read as ${what}, not ${to}`,
    writer: (what, { to }) =>
      `the short texts of the page, taken together, read as ${nameOf(what)}, not ${to}`,
  },
  'unused-term': {
    model: (what) => `it does not use the given translation of "${what}"`,
    writer: (what) => `the translation of "${what}" is not the one in the glossary`,
  },
  'too-many-answers': {
    model: () => 'the model gave too many bad answers',
    writer: 'the model gave too many unusable answers for this page',
  },
  refused: {
    model: () => 'the model refuses to translate it',
    writer: 'the model refuses to translate it',
  },
  unreadable: {
    model: () => 'the answer was no complete JSON object',
    writer: 'the answer of the model was cut off or not in the requested form',
  },
  unanswered: {
    model: () => 'it was missing in the answer, or no string',
    writer: 'the model left it out of its answer',
  },
  'breaks-page': {
    model: () => 'it changes the structure of the page; write plain words',
    writer: 'the translation would change the structure of the page',
  },
  'reads-otherwise': {
    model: () => 'inserted into the page it is parsed differently; use fewer special characters',
    writer: 'the translation contains characters with a special meaning in Markdown',
  },
  'no-field': {
    model: () => "it can't be written as a field",
    writer: "the translation can't be written to the front matter",
  },
  'no-property': {
    model: () => "it can't be written as a property",
    writer: "the translation can't be written as a property of the component",
  },
  'changes-code': {
    model: () => 'it changes the code around',
    writer: 'the translated comment would change the code around it',
  },
  unasked: { model: () => 'it was not translated', writer: 'it was not translated' },
} as const satisfies Record<string, Wording>;

const longest = 60;

/**
 * The part of the page that a mark represents: ``the inline code `foo` ``, ``the link `[…](/x)` ``.
 */
function markNamed(mark: string, segment: Segment): string {
  const item = itemOf(Number(/\d+/.exec(mark)?.[0]), segment.items);
  if (item === undefined) return 'a link, code or emphasis';
  if (item.type === 'kept' && item.label === 'line break') return 'the line break';
  const written = item.type === 'kept' ? item.raw : `${item.open}…${item.close}`;
  const raw = written.replace(/\s+/g, ' ').trim();
  const shown = raw.length > longest ? `${raw.slice(0, longest)}…` : raw;
  if (item.type === 'pair') return `the ${item.kind} \`${shown}\``;
  return raw.startsWith('`') ? `the inline code ${shown}` : `\`${shown}\``;
}

function itemOf(id: number, items: readonly Item[]): Exclude<Item, { type: 'text' }> | undefined {
  for (const item of items) {
    if (item.type === 'text') continue;
    if (item.id === id) return item;
    const inner = item.type === 'pair' ? itemOf(id, item.items) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** A language as English names it; detectors know more of them than can be translated into. */
function nameOf(code: string): string {
  if (code in languages) return languages[code as keyof typeof languages];
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
}
