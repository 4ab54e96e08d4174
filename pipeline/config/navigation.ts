import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { Navigation } from '../../schema/site.ts';
import type { Locate } from './locate.ts';
import { withApiReference } from './navigation/api-reference.ts';
import { resolveContainer } from './navigation/containers.ts';
import { type NavigationLookup, type Resolver, withFirstPage } from './navigation/resolver.ts';
import { readPageEntry } from './paths.ts';
import { findPlaces, firstPage } from './places.ts';

/** How to resolve. */
export interface ResolveNavigationOptions {
  readonly locate?: Locate;
  /** `preview` makes missing pages warnings. */
  readonly mode?: 'check' | 'preview';
  /** Label of the entry for descriptions that the navigation does not mention. */
  readonly apiReference?: string;
}

/** Resolves the author's navigation into one tree with a place for every page. */
export function resolveNavigation(
  config: Config,
  lookup: NavigationLookup,
  options: ResolveNavigationOptions = {},
): { readonly navigation: Navigation; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const locate: Locate = options.locate ?? (() => ({ file: 'docs.json' }));
  const resolver: Resolver = {
    config,
    lookup,
    missing: options.mode === 'preview' ? 'warning' : 'error',
    report: (severity, ruleId, pointer, finding) => {
      problems.push({ severity, source: 'config', ruleId, ...locate(pointer), ...finding });
    },
    leftOut: { count: 0 },
    hints: { left: mostHints },
    described: new WeakSet(),
  };
  const written = resolveContainer(resolver, config.navigation, {
    pointer: '/navigation',
    depth: 0,
  });
  const children = withApiReference(resolver, written, options.apiReference ?? 'API reference');
  const root = withFirstPage(resolver, {
    type: 'container',
    kind: 'root',
    label: config.name,
    hidden: false,
    children,
  });
  const isHidden = (path: string) => lookup.page(path)?.hidden ?? false;
  const { places, repeated } = findPlaces(root, {
    isHidden,
    isListed: (page) => !resolver.described.has(page),
  });
  const second = repeated.length > 0 ? secondPlaces(config.navigation) : undefined;
  for (const { path, label } of repeated) {
    resolver.report('warning', 'duplicate-page', second?.get(path) ?? '/navigation', {
      reason: `Page ${path} is listed more than once in ${JSON.stringify(label)}`,
      actual: path,
      note: 'Breadcrumbs use the first entry; remove the others.',
    });
  }
  const first = firstPage(root, isHidden);
  const navigation: Navigation = { root, places, ...given({ first }) };
  return { navigation, problems };
}

/** Number of missing pages that are compared with all others. */
const mostHints = 200;

/** Where each page is listed for the second time: that entry is the one to remove. */
function secondPlaces(navigation: unknown): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const second = new Map<string, string>();
  const look = (value: unknown, pointer: string): void => {
    if (typeof value === 'string') {
      const entry = readPageEntry(value);
      if (entry.type !== 'page') return;
      if (seen.has(entry.path) && !second.has(entry.path)) second.set(entry.path, pointer);
      seen.add(entry.path);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (typeof child !== 'string' || Array.isArray(value)) look(child, `${pointer}/${key}`);
      }
    }
  };
  look(navigation, '/navigation');
  return second;
}
