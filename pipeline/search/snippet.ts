import { stemOf } from './stem.ts';
import { fold, isDenseWord, wordsOf, wordsOfRun } from './words.ts';

/** A passage and the words to mark in it, as pairs of offsets. */
export interface Snippet {
  readonly text: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
}

const run = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_.'’-]*[\p{L}\p{M}\p{N}]|[\p{L}\p{N}]/gu;

/** The passage of a text that has most of the words looked for, at most `most` characters. */
export function snippetOf(
  text: string,
  stems: ReadonlySet<string>,
  language: string,
  most = 220,
): Snippet {
  const flat = withoutLabels(text, stems, language).replaceAll(/\s+/g, ' ').trim();
  const hits = hitsOf(flat.slice(0, 20_000), stems, language);
  const start = bestStart(hits, flat, most);
  let from = start;
  // Begin at a word, and at the sentence's when that is near.
  if (from > 0) {
    const sentence = flat
      .slice(Math.max(0, from - 60), from)
      .search(/[.!?。！？]\s+\S*$|[。！？][^。！？]*$/);
    if (sentence >= 0) from = Math.max(0, from - 60) + sentence + 1;
    while (from < start && /\s/.test(flat[from] ?? '')) from++;
    if (/[\p{L}\p{N}]/u.test(flat[from - 1] ?? '') && !isDenseWord(flat[from] ?? '')) {
      const blank = flat.lastIndexOf(' ', from);
      from = blank < 0 ? 0 : blank + 1;
    }
  }
  let to = Math.min(flat.length, from + most - 2);
  if (to < flat.length && !isDenseWord(flat[to] ?? '')) {
    const blank = flat.lastIndexOf(' ', to);
    if (blank > from + most / 2) to = blank;
  }
  // Never half a character.
  if (/[\ud800-\udbff]$/.test(flat.slice(from, to))) to--;
  const head = from > 0 ? '…' : '';
  const marks = hits
    .filter(([a, b]) => a >= from && b <= to)
    .map(([a, b]) => [a - from + head.length, b - from + head.length] as const);
  return { text: head + flat.slice(from, to) + (to < flat.length ? '…' : ''), marks };
}

/**
 * A text without lines that only label others, such as a type or a status. Those that were looked for stay, and what is
 * next to them: in a table, the other cells of the row.
 */
function withoutLabels(text: string, stems: ReadonlySet<string>, language: string): string {
  const lines = text.split('\n');
  const found = lines.map((line) => isLabel(line) && hitsOf(line, stems, language).length > 0);
  const kept = lines.filter(
    (line, at) => !isLabel(line) || found[at - 1] || found[at] || found[at + 1],
  );
  return (kept.length > 0 ? kept : lines).join(' ');
}

/** A few words that are no sentence. */
function isLabel(line: string): boolean {
  return /^\S{1,24}(?: \S{1,24}){0,2}(?<![.!?。！？])$/.test(line);
}

/** Positions of the searched words. */
function hitsOf(
  text: string,
  stems: ReadonlySet<string>,
  language: string,
): (readonly [from: number, to: number, stem: string])[] {
  const hits: [number, number, string][] = [];
  for (const match of text.matchAll(run)) {
    const word = match[0];
    if (isDenseWord(word)) {
      const folded = fold(word);
      for (const stem of stems) {
        if (!isDenseWord(stem)) continue;
        for (let at = folded.indexOf(stem); at >= 0; at = folded.indexOf(stem, at + 1)) {
          const from = match.index + at;
          const last = hits.at(-1);
          if (last && from <= last[1] && from >= last[0])
            last[1] = Math.max(last[1], from + stem.length);
          else hits.push([from, from + stem.length, stem]);
        }
      }
      continue;
    }
    const hit = hitIn(word, stems, language);
    if (hit !== undefined) hits.push([match.index, match.index + word.length, hit]);
  }
  return hits.sort((a, b) => a[0] - b[0]);
}

/** The stem that a word is searched by. */
function hitIn(word: string, stems: ReadonlySet<string>, language: string): string | undefined {
  // A word in ASCII is one run, whose words are remembered.
  for (const part of isAscii.test(word) ? wordsOfRun(word) : wordsOf(word)) {
    const stem = stemOf(part, language);
    if (stems.has(stem)) return stem;
  }
  return undefined;
}

const isAscii = /^[\x20-\x7e]*$/;

/** The start of the window with the most different words, the earliest of those. */
function bestStart(
  hits: readonly (readonly [number, number, string])[],
  text: string,
  most: number,
): number {
  if (text.length <= most) return 0;
  let best = 0;
  let bestScore = 0;
  for (const [index, [from]] of hits.entries()) {
    const stems = new Set<string>();
    let count = 0;
    for (let i = index; i < hits.length && (hits[i]?.[1] ?? 0) < from + most - 40; i++) {
      stems.add(hits[i]?.[2] ?? '');
      count++;
    }
    const score = stems.size * 10 + Math.min(count, 5);
    if (score > bestScore) {
      bestScore = score;
      best = from;
    }
  }
  return best < most / 3 ? 0 : Math.max(0, best - 40);
}
