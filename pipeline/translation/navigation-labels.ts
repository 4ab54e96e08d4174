import type { NavNode, Site } from '../../schema/site.ts';

/** Words of navigation, header, footer and banner, in order: what is translated besides pages. */
export function navigationLabels(site: Site): string[] {
  const { navbar, footer, banner } = site.config;
  const labels = new Set<string>();
  const add = (label: string | undefined): void => {
    if (label !== undefined && /\p{L}/u.test(label)) labels.add(label);
  };
  const visit = (node: NavNode): void => {
    if (node.type === 'page') return;
    if (node.type === 'container' && node.kind === 'language') {
      if (node.language?.code !== site.language) return;
    } else add(node.label);
    if (node.type === 'container') add(node.description);
    if (node.type === 'group') add(node.tag);
    if (node.type !== 'link') node.children.forEach(visit);
  };
  visit(site.navigation.root);
  for (const { label } of navbar.links) add(label);
  add(navbar.primary?.label);
  for (const { header, items } of footer?.links ?? []) {
    add(header);
    for (const { label } of items) add(label);
  }
  // A language that has a banner of its own shows that one.
  if (banner && banner.content.length <= 1000) add(banner.content);
  return [...labels];
}
