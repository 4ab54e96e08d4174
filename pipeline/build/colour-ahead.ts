import type { Config } from '../../schema/config/config.ts';
import { readNotation } from '../site/code/fence.ts';
import type { RenderTools } from '../site/components/page-context.ts';
import type { ReadPage } from '../source/page.ts';
import type { SourceTree } from '../source/read.ts';
import { walk } from '../source/tree.ts';
import type { Fence } from './threads/thread-task.ts';
import { type Thread, type Threads, worthThreads } from './threads/threads.ts';

/** Blocks of code that go to the thread at once. */
const batch = 60;

/** Blocks that are highlighted ahead, some 25 MB: they wait in memory until their pages are rendered. */
const most = 10_000;

/**
 * Colours code in a thread while pages are still read: what comes of it waits when the pages are
 * rendered. Where many pages were never rendered before, that is most of a build's work which
 * can begin before the site is known as a whole, and only one thread has to learn the grammars.
 */
export function colourAhead(
  threads: Threads,
  colours: RenderTools['cache'],
): {
  readonly onFiles: (tree: SourceTree, config: Config) => void;
  readonly onPage: (read: ReadPage) => void;
  readonly end: () => void;
  /** The cache to render with. */
  readonly colours: RenderTools['cache'];
} {
  let thread: Thread | undefined;
  let styling: Config['styling'] | undefined;
  let fences: Fence[] = [];
  // Most code is on one page only: it is discarded once that page has used it.
  const waiting = new Map<string, string>();
  let sent = 0;
  const send = () => {
    if (!thread || !styling || fences.length === 0) return;
    const answer = thread.ask({ type: 'colour', styling, fences });
    sent += fences.length;
    fences = [];
    answer.then(
      ({ coloured }) => {
        for (const [key, html] of coloured) {
          waiting.set(key, html);
          colours.set(key, html);
        }
      },
      // Told by the pages that the thread is asked for next.
      () => {},
    );
  };
  return {
    onFiles: ({ pages }, config) => {
      if (pages.size < worthThreads) return;
      ({ styling } = config);
      const [first] = threads.start(1);
      // The site's own grammars are not known yet.
      if (styling.codeblocks.customLanguages.length === 0) thread = first;
    },
    onPage: ({ tree }) => {
      // The code of all pages of a large site is much memory.
      if (!thread || sent > most) return;
      walk(tree.root, (node) => {
        if (node.type !== 'code' || !node.lang || node.lang === 'mermaid') return;
        fences.push({ language: node.lang, code: readNotation(node.value).code });
      });
      if (fences.length >= batch) send();
    },
    end: send,
    colours: {
      get: (key) => {
        const html = waiting.get(key);
        waiting.delete(key);
        return html ?? colours.get(key);
      },
      set: colours.set,
    },
  };
}
