import type { OpenApiReference } from '../../schema/config/api.ts';
import type { Config } from '../../schema/config/config.ts';
import { asList, asObject, asText } from './json.ts';
import { parseEntry, sourcesOf } from './sources.ts';

/** What a configuration asks pages for: one operation, or all of the sources when `key` is absent. */
export interface NavigationEntry {
  readonly key?: string;
  readonly sources: readonly string[];
  readonly directory?: string;
  readonly language: string;
}

interface Around {
  readonly reference?: OpenApiReference;
  readonly language: string;
}

/** Keys under which a container holds others. */
const childKeys = [
  'pages',
  'groups',
  'tabs',
  'menu',
  'anchors',
  'products',
  'versions',
  'languages',
];

/**
 * Entries of the navigation in its order, then `api.openapi` as a whole. A container with `openapi`
 * and nothing below asks for all operations; one with entries asks only for those.
 */
export function collectEntries(config: Config): readonly NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const fallback = config.api.openapi;
  const whole = (reference: OpenApiReference, language: string) => {
    entries.push({ sources: sourcesOf(reference), language, ...directoryOf(reference) });
  };
  const walk = (value: unknown, around: Around): void => {
    if (typeof value === 'string') {
      const entry = parseEntry(value);
      if (!entry) return;
      const reference = around.reference ?? fallback;
      entries.push({
        key: entry.key,
        sources: entry.source ? [entry.source] : sourcesOf(reference),
        language: around.language,
        ...directoryOf(reference),
      });
      return;
    }
    const container = asObject(value);
    if (!container) return;
    const reference = container.openapi as OpenApiReference | undefined;
    const inside: Around = {
      ...around,
      ...(reference === undefined ? {} : { reference }),
      language: asText(container.code) ?? around.language,
    };
    const children = childKeys.flatMap((key) => asList(container[key]));
    if (reference !== undefined && children.length === 0) whole(reference, inside.language);
    for (const child of children) walk(child, inside);
  };
  walk(config.navigation, { language: config.i18n.defaultLanguage });
  if (fallback !== undefined) whole(fallback, config.i18n.defaultLanguage);
  return entries;
}

function directoryOf(reference: OpenApiReference | undefined): { readonly directory?: string } {
  if (reference === undefined || typeof reference === 'string' || !('source' in reference)) {
    return {};
  }
  return reference.directory ? { directory: reference.directory } : {};
}
