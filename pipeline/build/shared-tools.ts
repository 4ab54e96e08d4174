import { type Cache, keyOf } from '../cache/cache.ts';
import type { RenderTools } from '../site/components/page-context.ts';

/** What renderers of one site after the other share in `docent dev`, and all of a thread's. */
export type SharedTools = RenderTools & { read?: RenderTools['readAsset']; marks?: boolean };

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

/** Remembers coloured code as long as it lives. */
export function memo(): RenderTools['cache'] & { clear(): void } {
  const kept = new Map<string, string>();
  return {
    clear: () => kept.clear(),
    get: (key) => kept.get(key),
    set: (key, value) => void kept.set(key, value),
  };
}
