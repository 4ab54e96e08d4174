import type { Place } from './places.ts';
import { type Block, isTitle } from './units.ts';

/** Characters of the first passage of an answer, and of others: a section that is shorter is quoted whole. */
const lengths = {
  first: { section: 700, prose: 1000, code: 3000, table: 900 },
  other: { section: 300, prose: 500, code: 1200, table: 700 },
};

type Most = (typeof lengths)['first' | 'other'];

/** The passage of a place: its block with what belongs to it, from the line that leads to it to the code behind it. */
export function quoteOf({ section, block, unit }: Place, isFirst = true): string {
  const most = isFirst ? lengths.first : lengths.other;
  const { blocks } = section;
  const from = startOf(blocks, { block, unit }, most);
  const parts: string[] = [];
  let prose = 0;
  let code = 0;
  for (let at = from; at < blocks.length; at++) {
    const one = blocks[at];
    if (!one) break;
    const text =
      one.kind === 'table' ? rowsOf(one, at === block ? unit : undefined, most) : one.text;
    if (one.kind === 'code') {
      if (isData(one) && at !== block && code + prose === 0) continue;
      if (code > 0 && code + text.length > most.code) {
        if (at > block) break;
        continue;
      }
      code += text.length;
    } else {
      if (at > block && prose + text.length > most.prose) break;
      prose += text.length;
    }
    parts.push(text);
  }
  return parts.join('\n\n');
}

/** A short section is quoted from its beginning, a long one from the line that leads to the block. */
function startOf(
  blocks: readonly Block[],
  { block, unit }: Pick<Place, 'block' | 'unit'>,
  most: Most,
): number {
  let before = 0;
  let from = block;
  while (from > 0) {
    const above = blocks[from - 1];
    if (!above) break;
    const one = blocks[block];
    const isNamed = above.kind !== 'prose' && pointsUp.test(one?.units[unit] ?? '');
    const leads =
      from === block &&
      (isNamed || isTitle(above) || (one?.kind !== 'prose' && above.kind === 'prose'));
    before += above.kind === 'table' ? most.table : above.text.length;
    if (before > most.section && !leads && !/[:：]\W*$/.test(above.text)) break;
    from--;
  }
  return from;
}

/** "Run the commands above": what is right before belongs to it. */
const pointsUp =
  /\babove\b|\bprevious (?:code|command|example|snippet)|\boben|\bobige|ci-dessus|\barriba\b|\banterior(?:es)?\b|上述|以上|上面|上記/i;

/** A long table's head with the row that answers and those around it. */
function rowsOf({ text }: Block, unit: number | undefined, most: Most): string {
  if (text.length <= most.table) return text;
  const lines = text.split('\n');
  const rule = lines.findIndex((line) => /^\s*\|?[\s:|-]+\|?\s*$/.test(line));
  const head = lines.slice(0, rule + 1);
  const rows = lines.slice(rule + 1);
  // Units are the lines but the rule.
  const row = unit === undefined ? 0 : Math.max(0, unit - rule);
  const kept: string[] = [];
  let length = head.join('\n').length;
  for (let at = Math.max(0, row - 1); at < rows.length; at++) {
    length += rows[at]?.length ?? 0;
    if (kept.length > 1 && length > most.table) break;
    kept.push(rows[at] ?? '');
  }
  return [...head, ...kept].join('\n');
}

/** A schema or a result, which explains nothing. */
function isData({ language }: Block): boolean {
  return language === 'json' || language === 'jsonc';
}
