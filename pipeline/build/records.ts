import { accessOf } from '../../schema/access.ts';
import { pageAddress } from '../../schema/address.ts';
import type { PageRecord } from '../../schema/build.ts';
import type {
  NavContainer,
  NavGroup,
  Navigation,
  NavPlace,
  Page,
  RenderedBody,
  Site,
} from '../../schema/site.ts';
import { versionAt } from '../../schema/version.ts';
import { withoutMarks } from '../source/inline-marks.ts';

/** What the runtime and the index know of a page. */
export function recordOf(page: Page, body: RenderedBody, site: Site): PageRecord {
  const { frontmatter, visibility } = page;
  const trail = site.navigation.places.get(page.path)?.[0]?.trail ?? [];
  const access = accessOf(page, site.config.auth);
  const versionNode = containerOf(trail, 'version') ?? addressedVersion(page, site);
  const version = versionNode?.label;
  const product = containerOf(trail, 'product')?.label;
  const snippets = page.uses.filter((path) => /\.mdx?$/i.test(path));
  const order = orderOf(site.navigation).get(page.path);
  return {
    path: page.path,
    url: pageAddress(page.path, site.config.hosting.basePath),
    file: page.file.path,
    title: page.title,
    description: withoutMarks(frontmatter.description ?? ''),
    language: page.language,
    ...(page.translationOf === undefined ? {} : { translationOf: page.translationOf }),
    ...(page.translation ? { translation: page.translation.status } : {}),
    sourceHash: page.file.hash,
    words: page.words,
    origin: isGenerated(page) ? 'generated' : 'file',
    ...(page.operation === undefined ? {} : { operation: true }),
    hidden: !visibility.sidebar || isOfHiddenVersion(page, site),
    search: visibility.search,
    assistant: visibility.assistant,
    boost: frontmatter.boost ?? boostOf(trail),
    keywords: frontmatter.keywords ?? [],
    groups: access.groups,
    protected: access.protected,
    breadcrumbs: trail
      .filter((node) => node.type === 'group' || !['root', 'language'].includes(node.kind))
      .map((node) => node.label)
      .filter((label) => label !== ''),
    ...(order === undefined ? {} : { order }),
    ...(version === undefined ? {} : { version }),
    ...(versionNode?.version?.default === false ? { otherVersion: true } : {}),
    ...(product === undefined ? {} : { product }),
    ...(page.updatedAt === undefined ? {} : { updatedAt: page.updatedAt }),
    headings: body.contents.map(({ id, text, depth }) => ({ id, text, depth })),
    links: [...new Set(body.links.filter((link) => link.kind === 'link').map((link) => link.url))],
    ...(snippets.length === 0 ? {} : { snippets }),
    sections: body.sections,
  };
}

/** The version of a page outside of the navigation, by its address. */
function addressedVersion(page: Page, { navigation }: Site): NavContainer | undefined {
  if (navigation.places.has(page.path)) return undefined;
  return versionAt(page.translationOf ?? page.path, navigation.root.children);
}

/** Whether every place of a page is in a version that readers are not offered. */
function isOfHiddenVersion({ path }: Page, { navigation }: Site): boolean {
  const places = navigation.places.get(path) ?? [];
  const isHidden = ({ trail }: NavPlace) =>
    trail.some((node) => node.type === 'container' && node.kind === 'version' && node.hidden);
  return places.length > 0 && places.every(isHidden);
}

/** Pages made from an operation alone have no MDX file of their own. */
function isGenerated(page: Page): boolean {
  return page.operation !== undefined && !/\.mdx?$/i.test(page.file.path);
}

function containerOf(
  trail: readonly (NavContainer | NavGroup)[],
  kind: NavContainer['kind'],
): NavContainer | undefined {
  return trail.find(
    (node): node is NavContainer => node.type === 'container' && node.kind === kind,
  );
}

const orders = new WeakMap<Navigation, ReadonlyMap<string, number>>();

/** Page path → position of its first place that readers see; counted once for a navigation. */
function orderOf(navigation: Navigation): ReadonlyMap<string, number> {
  let order = orders.get(navigation);
  if (!order) {
    const paths = [...navigation.places]
      .filter(([, places]) => places.some(({ trail }) => !trail.some((node) => node.hidden)))
      .map(([path]) => path);
    order = new Map(paths.map((path, index) => [path, index]));
    orders.set(navigation, order);
  }
  return order;
}

/** The innermost group that says something about its pages' weight. */
function boostOf(trail: readonly (NavContainer | NavGroup)[]): number {
  for (const node of [...trail].reverse()) {
    if (node.type === 'group' && node.boost !== undefined) return node.boost;
  }
  return 1;
}
