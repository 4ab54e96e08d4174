import type { Draw } from './draw.ts';

/** Changes a `docs.json`, and returns what it did. */
type ConfigEdit = (config: ConfigObject, draw: Draw, pages: readonly string[]) => string;

interface ConfigObject {
  navigation?: unknown;
  [name: string]: unknown;
}

/** Sets a field, or removes it. */
function setField(config: ConfigObject, draw: Draw): string {
  const [path, value] = draw.one(fieldsOf(draw));
  const names = path.split('.');
  const last = names.pop() ?? '';
  let object = config;
  for (const name of names) {
    object[name] ??= {};
    object = object[name] as ConfigObject;
  }
  if (!required.has(path) && draw.oneIn(4)) {
    delete object[last];
    return `remove ${path}`;
  }
  object[last] = value;
  return `set ${path} to ${JSON.stringify(value)}`;
}

/** Without these a preview keeps what it showed before, which a new one can't. */
const required = new Set(['name', 'theme', 'colors.primary', 'contextual.options']);

function fieldsOf(draw: Draw): readonly (readonly [path: string, value: unknown])[] {
  return [
    ['name', draw.sentence()],
    ['theme', draw.one(['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen'])],
    ['colors.primary', draw.one(['#0f766e', '#b91c1c'])],
    ['description', draw.sentence()],
    [
      'redirects',
      [{ source: draw.one(['/old', '/files/x.pdf', '/a/box']), destination: '/install' }],
    ],
    ['navbar.links', [{ label: draw.sentence(), href: '/install' }]],
    ['footer.socials', { github: `https://github.com/a${draw.below(10)}` }],
    ['seo.indexing', draw.one(['all', 'navigable'])],
    ['seo.metatags', { robots: draw.one(['index', 'noindex']) }],
    ['background.decoration', draw.one(['grid', 'gradient', 'windows'])],
    ['banner', { content: draw.sentence(), dismissible: true }],
    ['styling.codeblocks', draw.one(['dark', 'system'])],
    ['variables', { product: draw.sentence() }],
    ['metadata.timestamp', true],
    ['search.prompt', draw.sentence()],
    ['search.synonyms', [['token', draw.one(['key', 'secret'])]]],
    ['appearance.default', draw.one(['dark', 'light'])],
    ['contextual.options', ['copy', draw.one(['view', 'chatgpt'])]],
    ['errors.404', { redirect: false, title: draw.sentence(), description: draw.sentence() }],
    ['api.playground.display', draw.one(['simple', 'none', 'interactive'])],
    ['interaction.drilldown', draw.oneIn(2)],
    ['icons.library', draw.one(['lucide', 'fontawesome', 'tabler'])],
    ['auth.enabled', draw.oneIn(2)],
    ['unknown', true],
  ];
}

/** Adds a page to a list of the navigation, takes one out, or moves one. */
function editNavigation(config: ConfigObject, draw: Draw, pages: readonly string[]): string {
  const list = draw.one(listsIn(config.navigation));
  switch (draw.below(4)) {
    case 0: {
      const added = draw.one(pages).slice(0, -'.mdx'.length);
      list.splice(draw.below(list.length + 1), 0, added);
      return `add ${added} to the navigation`;
    }
    case 1:
      if (list.length > 1) list.splice(draw.below(list.length), 1);
      return 'take something out of the navigation';
    case 2:
      list.reverse();
      return 'turn a list of the navigation around';
    default:
      if (list.length > 1) {
        const moved = list.pop();
        draw.one(listsIn(config.navigation)).push(moved);
      }
      return 'move something in the navigation';
  }
}

/** Lists of pages, however deep. */
function listsIn(value: unknown): unknown[][] {
  if (Array.isArray(value)) return value.flatMap(listsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'pages' && Array.isArray(inner) ? [inner, ...listsIn(inner)] : listsIn(inner),
  );
}

export const configEdits: readonly ConfigEdit[] = [setField, setField, setField, editNavigation];
