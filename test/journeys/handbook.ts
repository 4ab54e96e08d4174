import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/corpus.ts';

/** A block of code of a page of the handbook. */
export interface Block {
  readonly language: string;
  /** Name of the file that it shows; empty for commands and fragments. */
  readonly file: string;
  readonly text: string;
  /** Where it begins in the page, from 1. */
  readonly line: number;
}

/**
 * The blocks of code of a page, or of the part below one of its headings, in their order, as a reader
 * of a server at this port sees them. The heading '' is the part before the first one.
 */
export function readBlocks(page: string, port: number, heading?: string): readonly Block[] {
  const source = readFileSync(join(projectRoot, 'docs', `${page}.mdx`), 'utf8');
  const [from, to] = partOf(source, heading);
  if (from < 0) throw new Error(`docs/${page}.mdx has no heading "${heading}"`);
  const fences = /^( *)(`{3,})(\S*)([^\n`]*)\n([\s\S]*?)^\1\2$/gm;
  return [...source.matchAll(fences)].flatMap((match) => {
    if (match.index < from || match.index > to) return [];
    const [, indent = '', , language = '', file = '', text = ''] = match;
    return {
      language,
      file: file.trim(),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '').replaceAll('{{port}}', `${port}`),
      line: source.slice(0, match.index).split('\n').length,
    };
  });
}

function partOf(source: string, heading: string | undefined): readonly [number, number] {
  if (heading === undefined) return [0, source.length];
  if (heading === '') return [0, source.search(/\n## /)];
  const level = /^#+/.exec(heading)?.[0].length ?? 0;
  const from = source.indexOf(`\n${heading}\n`);
  const next = new RegExp(`\\n#{1,${level}} `, 'g');
  next.lastIndex = from + 1;
  return [from, next.exec(source)?.index ?? source.length];
}
