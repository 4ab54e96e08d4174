import type { Config } from '../../schema/config/config.ts';
import type { ReadPage } from '../source/page.ts';
import type { SourceTree } from '../source/read.ts';
import type { BuildTools } from './build-tools.ts';
import { colourAhead } from './colour-ahead.ts';
import { colours, type SharedTools, sharedTools } from './shared-tools.ts';

/** Work that a later stage asks for, started while the site is still read. */
export interface Ahead {
  /** Called with the files and the configuration before any page is parsed. */
  readonly onFiles: (tree: SourceTree, config: Config) => void;
  /** Called with each page that is parsed; absent when nothing is done with it. */
  readonly onPage?: (read: ReadPage) => void;
  /** Called when all pages are read. */
  readonly end: () => void;
  /** To render with: they have the code that was highlighted ahead. */
  readonly tools?: SharedTools;
}

/** Starts what a cold build will need; other builds start nothing that they may not need. */
export function startAhead({ isCold, threads, cache }: BuildTools): Ahead {
  if (!isCold) {
    return { onFiles: () => {}, end: () => {} };
  }
  // Its modules load while the configuration is read.
  threads.start(1);
  const { onFiles, onPage, end, colours: known } = colourAhead(threads, colours(cache));
  return { onFiles, onPage, end, tools: sharedTools(known) };
}
