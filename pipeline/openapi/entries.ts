import type { OpenApiReference } from '../../schema/config/api.ts';
import type { Config } from '../../schema/config/config.ts';
import { asList, asObject, asText, defined } from './json.ts';
import { type DescriptionKind, kindOf, parseEntry, sourcesOf } from './sources.ts';

/** What a configuration asks pages for: one operation, or all of the sources when `key` is absent. */
export interface NavigationEntry {
  readonly key?: string;
  readonly kind: DescriptionKind;
  readonly sources: readonly string[];
  readonly directory?: string;
  readonly language: string;
}

interface Around {
  readonly openapi?: OpenApiReference;
  readonly asyncapi?: OpenApiReference;
  readonly language: string;
}

const kinds = ['openapi', 'asyncapi'] as const;

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
 * Entries of the navigation in its order, then `api.openapi` and `api.asyncapi` as a whole. A container
 * with one of these and nothing below asks for all operations; one with entries asks only for those.
 */
export function collectEntries(config: Config): readonly NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const whole = (kind: DescriptionKind, around: Around) => {
    const { [kind]: reference, language } = around;
    if (reference === undefined) return;
    entries.push({ kind, sources: sourcesOf(reference), language, ...directoryOf(reference) });
  };
  const walk = (value: unknown, around: Around): void => {
    if (typeof value === 'string') {
      const entry = parseEntry(value);
      if (!entry) return;
      const kind = kindOf(entry);
      const reference = around[kind] ?? config.api[kind];
      entries.push({
        key: entry.key,
        kind,
        sources: entry.source ? [entry.source] : sourcesOf(reference),
        language: around.language,
        ...directoryOf(reference),
      });
      return;
    }
    const container = asObject(value);
    if (!container) return;
    const { openapi, asyncapi } = container as Partial<Around>;
    const language = asText(container.code) ?? around.language;
    const inside: Around = { ...around, ...defined({ openapi, asyncapi }), language };
    const children = childKeys.flatMap((key) => asList(container[key]));
    if (children.length === 0) {
      const own = defined({ openapi, asyncapi, language });
      for (const kind of kinds) whole(kind, own);
    }
    for (const child of children) walk(child, inside);
  };
  walk(config.navigation, { language: config.i18n.defaultLanguage });
  for (const kind of kinds) whole(kind, { ...config.api, language: config.i18n.defaultLanguage });
  return entries;
}

function directoryOf(reference: OpenApiReference | undefined): { readonly directory?: string } {
  if (reference === undefined || typeof reference === 'string' || !('source' in reference)) {
    return {};
  }
  return reference.directory ? { directory: reference.directory } : {};
}
