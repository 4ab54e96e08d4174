import { type Cache, keyOf } from '../cache/cache.ts';
import type { RenderTools } from '../site/components/page-context.ts';

/** What renderers of one site after the other share in `docent dev`, and all of a thread's. */
export type SharedTools = RenderTools & {
  read?: RenderTools['readAsset'];
  marks?: boolean;
  dir?: string;
  scriptClasses?: readonly string[];
};

/** Starts what renderers share: colours are remembered, the highlighter is loaded once. */
export function sharedTools(cache: RenderTools['cache'] = memo()): SharedTools {
  const tools: SharedTools = { cache, readAsset: (path) => tools.read?.(path) };
  return tools;
}

/** Coloured code, remembered over builds: a page that changes rarely changes all its code. */
export function colours(cache: Cache): RenderTools['cache'] {
  return {
    get: (key) => cache.get<string>('code', keyOf(key)),
    set: (key, value) => cache.set('code', keyOf(key), value),
  };
}

/** Characters of coloured code that a thread remembers: that of some 5000 pages. */
const mostColoured = 16_000_000;

/** Remembers the code that was coloured last. */
export function memo(): RenderTools['cache'] & { clear(): void } {
  const kept = new Map<string, string>();
  let size = 0;
  return {
    clear: () => {
      kept.clear();
      size = 0;
    },
    get: (key) => kept.get(key),
    set: (key, value) => {
      size += value.length - (kept.get(key)?.length ?? 0);
      kept.set(key, value);
      for (const [oldest, old] of kept) {
        if (size <= mostColoured) break;
        kept.delete(oldest);
        size -= old.length;
      }
    },
  };
}
