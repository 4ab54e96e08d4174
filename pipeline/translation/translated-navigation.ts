import { given } from '../../schema/given.ts';
import { languages as languageNames } from '../../schema/languages.ts';
import type { NavContainer, NavGroup, NavNode, NavPlace, Site } from '../../schema/site.ts';

/** A language as far as its navigation goes. */
interface LanguagePlaces {
  readonly language: string;
  /** Source path → path in the language. */
  readonly paths: ReadonlyMap<string, string>;
  readonly labels: Readonly<Record<string, string>>;
}

/** Gives the pages of a language the places of their sources, in a navigation of their own. */
export function placePages(
  site: Site,
  places: Map<string, readonly NavPlace[]>,
  work: LanguagePlaces,
): void {
  const pathOf = (path: string) => work.paths.get(path) ?? path;
  const translate = nodeTranslator(site, work);
  for (const [path, own] of site.navigation.places) {
    const target = work.paths.get(path);
    if (target === undefined || places.has(target)) continue;
    places.set(
      target,
      own.map((place) => ({
        trail: place.trail.map((node) => translate(node) as NavContainer | NavGroup),
        ...(place.previous === undefined ? {} : { previous: pathOf(place.previous) }),
        ...(place.next === undefined ? {} : { next: pathOf(place.next) }),
      })),
    );
  }
}

/** Translates entries of the navigation, each once. */
function nodeTranslator(
  site: Site,
  { language, paths, labels }: LanguagePlaces,
): (node: NavNode) => NavNode {
  const pathOf = (path: string) => paths.get(path) ?? path;
  const labelOf = (label: string) =>
    (Object.hasOwn(labels, label) ? labels[label] : undefined) ?? label;
  const made = new Map<NavNode, NavNode>();
  const translate = (node: NavNode): NavNode => {
    let known = made.get(node);
    if (known === undefined) {
      known = copy(node);
      made.set(node, known);
    }
    return known;
  };
  const copy = (node: NavNode): NavNode => {
    if (node.type === 'page') return { ...node, path: pathOf(node.path) };
    if (node.type === 'link') return { ...node, label: labelOf(node.label) };
    return node.type === 'group' ? copyGroup(node) : copyContainer(node);
  };
  const copyGroup = (node: NavGroup): NavGroup => ({
    ...node,
    label: labelOf(node.label),
    ...(node.tag === undefined ? {} : { tag: labelOf(node.tag) }),
    ...(node.root === undefined ? {} : { root: pathOf(node.root) }),
    children: node.children.map(translate),
  });
  const copyContainer = (node: NavContainer): NavContainer => {
    if (node.kind === 'language' && !isSourceTree(node)) return node;
    return {
      ...node,
      label: node.kind === 'language' ? nameOf(language) : labelOf(node.label),
      ...(node.description === undefined ? {} : { description: labelOf(node.description) }),
      ...(node.opens === undefined ? {} : { opens: pathOf(node.opens) }),
      ...(node.landing === undefined ? {} : { landing: pathOf(node.landing) }),
      ...(node.kind === 'language' ? { language: { code: language, default: false } } : {}),
      ...asWritten.get(node),
      children: withLanguages(node.children),
    };
  };
  /** What the author says of the language in whose place the tree of the source language is shown. */
  const asWritten = new Map<
    NavNode,
    Pick<NavContainer, 'label' | 'icon' | 'hidden' | 'language'>
  >();
  /** The tree of the source language becomes that of this one, and stays in the choice as well. */
  const withLanguages = (children: readonly NavNode[]): NavNode[] => {
    const tree = children.find(isSourceTree);
    if (!tree) return children.map(translate);
    const own = children.find((node) => codeOf(node) === language);
    if (own?.type === 'container') {
      const { label, icon, hidden, language: said } = own;
      const entry = { code: language, default: false, ...given({ bars: said?.bars }) };
      asWritten.set(tree, { label, ...given({ icon }), hidden, language: entry });
    }
    const others = children.filter((node) => node !== own);
    return others.flatMap((node) => (node === tree ? [tree, translate(tree)] : [translate(node)]));
  };
  const isSourceTree = (node: NavNode): boolean =>
    codeOf(node) === site.language && node.type === 'container' && node.children.length > 0;
  return translate;
}

function codeOf(node: NavNode): string | undefined {
  return node.type === 'container' ? node.language?.code : undefined;
}

function nameOf(language: string): string {
  const own = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(
    language,
  );
  return own ?? languageNames[language as keyof typeof languageNames] ?? language;
}
