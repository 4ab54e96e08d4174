import type { OpenApiReference } from '../../../schema/config/api.ts';
import type { NavContainer, NavGroup, NavNode } from '../../../schema/site.ts';
import { operationNodes } from './pages.ts';
import { type Resolver, withFirstPage } from './resolver.ts';

/**
 * The navigation with an entry for each description of `api.openapi` and `api.asyncapi` that it says nothing of: a tab
 * next to tabs, or a group in the tab of that name, else a group at the end. A navigation that names some of the
 * operations has chosen them.
 */
export function withApiReference(
  resolver: Resolver,
  children: readonly NavNode[],
  label: string,
): readonly NavNode[] {
  const { openapi, asyncapi } = resolver.config.api;
  const sources = [...sourcesOf(openapi), ...sourcesOf(asyncapi)];
  if (sources.length === 0) return children;
  const named = new Set(pathsOf(children));
  const nodes = sources.flatMap((source) => {
    const operations = resolver.lookup.operations(source);
    if (operations.some(({ path }) => named.has(path))) return [];
    return operationNodes(resolver, source);
  });
  return nodes.length === 0 ? children : add(resolver, children, { label, nodes });
}

interface Added {
  readonly label: string;
  readonly nodes: readonly NavNode[];
}

/** Below a switcher, the entry is in what readers see first: the source language, the default version. */
function add(
  resolver: Resolver,
  children: readonly NavNode[],
  { label, nodes }: Added,
): readonly NavNode[] {
  const of = (...kinds: readonly NavContainer['kind'][]) =>
    children.filter(
      (child): child is NavContainer => child.type === 'container' && kinds.includes(child.kind),
    );
  const group: NavGroup = { type: 'group', label, expanded: false, hidden: false, children: nodes };
  const same = of('tab').find((tab) => tab.href === undefined && isSame(tab.label, label));
  if (same) {
    return children.map((child) =>
      child === same ? { ...same, children: [...same.children, group] } : child,
    );
  }
  if (of('tab').length > 0) {
    const tab = { type: 'container', kind: 'tab', label, hidden: false, children: nodes } as const;
    return [...children, withFirstPage(resolver, tab)];
  }
  const choices = of('product', 'version', 'language').filter(({ href }) => href === undefined);
  const { defaultLanguage } = resolver.config.i18n;
  const chosen =
    choices.find((choice) => choice.language?.code === defaultLanguage) ??
    choices.find((choice) => choice.version?.default === true) ??
    choices.find((choice) => !choice.hidden);
  if (chosen) {
    return children.map((child) =>
      child === chosen
        ? { ...chosen, children: add(resolver, chosen.children, { label, nodes }) }
        : child,
    );
  }
  return [...children, group];
}

/** Readers would see two tabs of one name. */
function isSame(label: string, other: string): boolean {
  return label.trim().toLowerCase() === other.toLowerCase();
}

function* pathsOf(nodes: readonly NavNode[]): Generator<string> {
  for (const node of nodes) {
    if (node.type === 'page') yield node.path;
    else if ('children' in node) yield* pathsOf(node.children);
  }
}

function sourcesOf(reference: OpenApiReference | undefined): readonly string[] {
  if (reference === undefined) return [];
  if (typeof reference === 'string') return [reference];
  return 'source' in reference ? [reference.source] : reference;
}
