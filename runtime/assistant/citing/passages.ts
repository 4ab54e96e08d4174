import { estimateTokens } from '../../../pipeline/net/tokens.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { anchorFinder, plain } from '../site/headings.ts';
import type { Ground } from './ground.ts';

/** A part of a page that a tool shows. */
export interface PassageText extends Ground {
  readonly path: string;
  /** Id of its section; '' for the page's beginning. */
  readonly anchor: string;
  /** Version of its page; '' if it has none. */
  readonly version: string;
  readonly url: string;
}

/** A passage that the model was shown in a turn. */
export interface Passage extends PassageText {
  /** Its name in the prompt, such as `s3`. */
  readonly id: string;
}

/** All passages of a turn, by the names that the model knows them by. */
export interface Passages {
  /** Gives passages their names, and writes them for the model, as far as the budget goes. */
  readonly write: (shown: readonly PassageText[]) => string;
  readonly find: (id: string) => Passage | undefined;
  readonly all: () => readonly Passage[];
}

/**
 * Estimated tokens of the passages that a model is shown: by one tool, and in a whole turn. Eight steps read
 * a lot; what is more than this costs money and helps no answer.
 */
export const passageBudget = { tool: 6000, turn: 24_000 } as const;

/** No passage yet. */
export function createPassages(): Passages {
  const byId = new Map<string, Passage>();
  const idOf = new Map<string, string>();
  let left: number = passageBudget.turn;
  const named = (shown: PassageText): Passage => {
    const key = `${shown.path}#${shown.anchor}`;
    const id = idOf.get(key) ?? `s${idOf.size + 1}`;
    idOf.set(key, id);
    const before = byId.get(id)?.text;
    // A search shows a piece of what is read as a whole later: all of it was shown.
    const text =
      before === undefined || shown.text.includes(before)
        ? shown.text
        : before.includes(shown.text)
          ? before
          : `${before}\n\n${shown.text}`;
    const passage = { ...shown, text, id };
    byId.set(id, passage);
    return passage;
  };
  return {
    write: (shown) => {
      const { kept, isCut } = withinBudget(shown, Math.min(left, passageBudget.tool));
      left -= tokensOf(kept);
      return written(
        kept.map((passage) => ({ ...passage, id: named(passage).id })),
        isCut,
      );
    },
    find: (id) => byId.get(id),
    all: () => [...byId.values()],
  };
}

/** Passages for an agent, who names none of them. */
export function writePassages(shown: readonly PassageText[]): string {
  const { kept, isCut } = withinBudget(shown, passageBudget.tool);
  return written(kept, isCut);
}

const tokensOf = (passages: readonly PassageText[]) =>
  passages.reduce((sum, { text }) => sum + estimateTokens(text), 0);

/** The first passages that fit; the last one is cut between two paragraphs. */
function withinBudget(
  shown: readonly PassageText[],
  budget: number,
): { readonly kept: readonly PassageText[]; readonly isCut: boolean } {
  const kept: PassageText[] = [];
  let left = budget;
  for (const passage of shown) {
    const tokens = estimateTokens(passage.text);
    if (tokens <= left) {
      kept.push(passage);
      left -= tokens;
      continue;
    }
    const text = beginningOf(passage.text, left);
    if (text !== '') kept.push({ ...passage, text });
    return { kept, isCut: true };
  }
  return { kept, isCut: false };
}

/** Whole paragraphs; of a first one that is too long by itself, as much as fits. */
function beginningOf(text: string, budget: number): string {
  const kept: string[] = [];
  let left = budget;
  for (const part of text.split(/\n{2,}/)) {
    const tokens = estimateTokens(part);
    if (tokens > left) {
      if (kept.length === 0 && left > 200) kept.push(part.slice(0, left));
      break;
    }
    kept.push(part);
    left -= tokens;
  }
  return kept.join('\n\n');
}

function written(
  passages: readonly (PassageText & { readonly id?: string })[],
  isCut: boolean,
): string {
  const texts = passages.map(({ id = '', path, title, section, language, version, text }) =>
    framed({ id, path, title, section, language, version }, text),
  );
  if (isCut) texts.push('(There is more; use search to find the rest.)');
  return texts.join('\n\n');
}

/** Text of a page between markers that it can't close itself. */
export function framed(attributes: Readonly<Record<string, string>>, text: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${value.replace(/["<>\n]/g, ' ')}"`)
    .join('');
  return `<document${written}>\n${text.replace(/<(?=\/?document\b)/gi, '‹')}\n</document>`;
}

/** A page's Markdown by its headings, each part with the section that it is. */
export function sectionsOf(
  markdown: string,
  page: Pick<PageRecord, 'headings' | 'sections'>,
): readonly { readonly anchor: string; readonly section: string; readonly text: string }[] {
  const anchorOf = anchorFinder(page);
  const parts: { anchor: string; section: string; lines: string[] }[] = [
    { anchor: '', section: '', lines: [] },
  ];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && mark !== '') fence = mark;
    else if (fence !== '' && new RegExp(`^\\s*${fence}+\\s*$`).test(line)) fence = '';
    const title = fence === '' ? /^#{1,6}\s+(.*)$/.exec(line)?.[1] : undefined;
    const section = title === undefined ? '' : plain(title);
    const anchor = section === '' ? '' : anchorOf(section);
    if (anchor !== '') parts.push({ anchor, section, lines: [line] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts
    .map(({ anchor, section, lines }) => ({ anchor, section, text: lines.join('\n').trim() }))
    .filter(({ text }) => text !== '');
}
