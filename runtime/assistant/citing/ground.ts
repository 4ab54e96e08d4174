import { numbersOf } from './numbers.ts';
import { languageOfWords } from './plain-words.ts';
import { scriptOf } from './script.ts';
import { compacted, flattened, negation, proseOf, wordsOf } from './text.ts';
import { stemmed, type Words } from './word-forms.ts';

/** A text that a sentence may rest on. */
export interface Ground {
  readonly title: string;
  readonly section: string;
  readonly text: string;
  readonly language: string;
}

/** A sentence, row or list entry of a passage. */
export interface Unit {
  readonly words: Words;
  readonly compact: string;
  readonly numbers: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** A row of a table below its head, or an entry of a list. */
  readonly isItem: boolean;
}

/** A passage as it is compared. */
export interface Read {
  readonly words: Words;
  readonly compact: string;
  readonly flat: string;
  readonly numbers: ReadonlySet<string>;
  readonly units: readonly Unit[];
  readonly script: string;
  readonly language: string | undefined;
}

const known = new WeakMap<Ground, Read>();

/** Reads a passage, once for all sentences that are compared with it. */
export function readOf(ground: Ground): Read {
  const before = known.get(ground);
  if (before) return before;
  const { title, section, text } = ground;
  const base = ground.language.split('-')[0] ?? '';
  const head = `${title}. ${section}.`;
  const all = `${head}\n${text}`;
  const prose = proseOf(text, () => {});
  const script = scriptOf(prose);
  const read: Read = {
    words: stemmed(all, base),
    compact: compacted(all),
    flat: flattened(all),
    numbers: numbersOf(all),
    units: [unitOf(head, false, base), ...unitsOf(text, base)],
    script,
    language: script === 'Latn' || script === 'Cyrl' ? languageOfWords(wordsOf(prose)) : undefined,
  };
  known.set(ground, read);
  return read;
}

/** Sentences, list entries and table rows; a row has the words of its head with it. */
function unitsOf(text: string, language: string): Unit[] {
  const units: Unit[] = [];
  let head = '';
  let above = '';
  for (const line of text.split('\n')) {
    if (/^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line) && line.includes('|')) head = above;
    else if (line.includes('|') && head !== '')
      units.push(unitOf(`${line} ${head}`, true, language));
    else if (/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) units.push(unitOf(line, true, language));
    else {
      head = '';
      for (const sentence of line.split(/(?<=[.!?;])\s+|(?<=[。！？；])/)) {
        if (sentence.trim() !== '') units.push(unitOf(sentence, false, language));
      }
    }
    above = line;
  }
  return units;
}

function unitOf(text: string, isItem: boolean, language: string): Unit {
  return {
    words: stemmed(text, language),
    compact: compacted(text),
    numbers: numbersOf(text),
    isNegated: negation.test(proseOf(text, () => {})),
    isItem,
  };
}
