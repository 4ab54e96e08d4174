import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './corpus.ts';

/** A code block of the handbook. */
export interface Fence {
  readonly page: string;
  readonly line: number;
  /** What follows the backticks. */
  readonly info: string;
  readonly text: string;
}

/** The code blocks of all pages of the handbook, snippets left out. */
export function handbookFences(): Fence[] {
  const pages = globSync('docs/**/*.mdx', { cwd: projectRoot, exclude: ['docs/snippets/**'] });
  return pages.flatMap((page) => {
    const text = readFileSync(join(projectRoot, page), 'utf8');
    return [...text.matchAll(/^ {0,4}(`{3,})([^\n`]*)\n([\s\S]*?)^ {0,4}\1$/gm)].map((match) => ({
      page,
      line: text.slice(0, match.index).split('\n').length,
      info: match[2]?.trim() ?? '',
      text: match[3] ?? '',
    }));
  });
}
