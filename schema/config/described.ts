import type { Container, Group } from './navigation.ts';

/** A container of the navigation, or a group. */
type Entry = Partial<Container> & Partial<Pick<Group, 'pages'>>;

/** What an entry holds besides pages and groups. */
const containerKeys = [
  ...(['tabs', 'menu', 'anchors', 'products', 'versions'] as const),
  'languages',
] as const;

/**
 * Whether an entry with a description has all of its operations, after the pages that it lists. One that lists
 * operations, or an inner entry with a description of its own, has chosen what it has.
 */
export function hasAllOperations(
  entry: object,
  kind: 'openapi' | 'asyncapi',
  isOperation: (text: string) => boolean,
): boolean {
  const written: Entry & { readonly menu?: readonly unknown[] } = entry;
  if (containerKeys.some((key) => (written[key]?.length ?? 0) > 0)) return false;
  const isChosen = (child: string | Group): boolean =>
    typeof child === 'string'
      ? isOperation(child)
      : child[kind] !== undefined || child.pages.some(isChosen);
  return ![...(written.pages ?? []), ...(written.groups ?? [])].some(isChosen);
}
