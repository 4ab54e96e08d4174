import type { OpenApiReference } from '../../schema/config/api.ts';
import type { Config } from '../../schema/config/config.ts';
import { hasAllOperations } from '../../schema/config/described.ts';
import { asList, asObject, asText, defined } from './json.ts';
import { type DescriptionKind, kindOf, parseEntry, sourcesOf } from './sources.ts';

/** What a configuration asks pages for: one operation, or all of the sources when `key` is absent. */
export interface NavigationEntry {
  readonly key?: string;
  readonly kind: DescriptionKind;
  readonly sources: readonly string[];
  readonly directory?: string;
  readonly language: string;
  /** Asks only for operations that have no page yet: the description is not that of an entry around it. */
  readonly isRest?: true;
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
 * with one of these asks for all operations, unless it has entries: then it asks only for those.
 */
export function collectEntries(
  config: Config,
  isOperationPage: (path: string) => boolean,
): readonly NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const whole = (
    kind: DescriptionKind,
    reference: OpenApiReference | undefined,
    more: Pick<NavigationEntry, 'language' | 'isRest'>,
  ) => {
    if (reference === undefined) return;
    entries.push({ kind, sources: sourcesOf(reference), ...directoryOf(reference), ...more });
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
        ...(around[kind] === undefined ? { isRest: true } : {}),
      });
      return;
    }
    const container = asObject(value);
    if (!container) return;
    const { openapi, asyncapi } = container as Partial<Around>;
    const language = asText(container.code) ?? around.language;
    const inside: Around = { ...around, ...defined({ openapi, asyncapi }), language };
    for (const key of childKeys) for (const child of asList(container[key])) walk(child, inside);
    const own = { openapi, asyncapi };
    const isOperation = (text: string) => parseEntry(text) !== undefined || isOperationPage(text);
    for (const kind of kinds) {
      if (hasAllOperations(container, kind, isOperation)) whole(kind, own[kind], { language });
    }
  };
  walk(config.navigation, { language: config.i18n.defaultLanguage });
  const language = config.i18n.defaultLanguage;
  for (const kind of kinds) whole(kind, config.api[kind], { language, isRest: true });
  return entries;
}

/** The directory that a reference asks for. */
export function directoryOf(reference: OpenApiReference | undefined): {
  readonly directory?: string;
} {
  if (reference === undefined || typeof reference === 'string' || !('source' in reference)) {
    return {};
  }
  return reference.directory ? { directory: reference.directory } : {};
}
