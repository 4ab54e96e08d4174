import type { Config } from '../../../../schema/config/config.ts';
import type {
  NavContainer,
  NavNode,
  NavPlace,
  Page,
  RenderedBody,
  Site,
} from '../../../../schema/site.ts';

const visibility = {
  sidebar: true,
  search: true,
  sitemap: true,
  engines: true,
  assistant: true,
  llms: true,
};

/** A page with nothing on it but what the test gives. */
export function samplePage(path: string, title: string, more: Partial<Page> = {}): Page {
  return {
    path,
    file: { path: `${path}.mdx`, text: '', hash: '' },
    format: 'mdx',
    frontmatter: { title, meta: {}, other: {} },
    title,
    language: 'en',
    bodyOffset: 0,
    uses: [],
    words: 0,
    visibility,
    ...more,
  };
}

/** A body with a text and two sections. */
export function sampleBody(more: Partial<RenderedBody> = {}): RenderedBody {
  return {
    html: '<p>Words of the page.</p><h2 id="one">One</h2><p>a</p><h2 id="two">Two</h2><p>b</p>',
    contents: [
      { id: 'one', text: 'One', depth: 2 },
      { id: 'two', text: 'Two', depth: 2 },
    ],
    ids: ['one', 'two'],
    aliases: {},
    links: [],
    features: [],
    islands: [],
    sections: [],
    markdown: '',
    updates: [],
    problems: [],
    ...more,
  };
}

/** A configuration with all defaults. */
export function sampleConfig(more: Partial<Config> = {}): Config {
  return {
    name: 'Sample',
    theme: 'mint',
    colors: { primary: '#16A34A', background: {} },
    appearance: {
      default: 'system',
      strict: false,
      animations: { enabled: true, style: 'fadeUp', stagger: 40 },
    },
    fonts: {},
    styling: {
      eyebrows: 'section',
      codeblocks: { mode: 'system', customLanguages: [] },
    },
    background: { color: {} },
    icons: { library: 'lucide' },
    navigation: {},
    navbar: { links: [] },
    search: { prompt: 'Search', hotkey: 'k', placeholder: 'Search', synonyms: [] },
    seo: { indexing: 'navigable', noindex: false, metatags: {} },
    api: {
      playground: { display: 'interactive', proxy: true },
      mdx: { auth: {}, server: [] },
      params: { expanded: 'closed' },
      examples: { languages: [], prefill: true },
    },
    assistant: {
      enabled: true,
      name: 'AI Assistant',
      model: '',
      namesModel: false,
      suggestedQuestions: [],
      position: 'bottom-right',
      theme: { icon: 'sparkle' },
      contactSupport: { enabled: false, label: 'Contact support' },
      deflection: { enabled: false, showHelpButton: false },
    },
    auth: { enabled: false, provider: 'builtin', publicPaths: [], claimsMapping: {}, groups: {} },
    redirects: [],
    integrations: {},
    addons: {
      feedback: { thumbsRating: true, editSuggestions: false, raiseIssues: false },
      ciChecks: { brokenLinks: 'off', grammarLinter: 'off' },
      previews: { enabled: true },
    },
    variables: [],
    componentTheme: { defaultVariant: 'default' },
    thumbnails: { fonts: {} },
    metadata: { timestamp: false },
    errors: { 404: { redirect: false, title: 'Page not found' } },
    hosting: { basePath: '' },
    i18n: {
      defaultLanguage: 'en',
      languages: [],
      translationStyle: 'formal',
      translateCodeComments: false,
      blockDeployOnTranslation: false,
      detectLanguage: false,
    },
    cookieConsent: {
      enabled: false,
      position: 'bottom',
      theme: 'light',
      categories: { essential: true },
    },
    web3: { rpc: {}, explorer: {}, contracts: {} },
    ...more,
  };
}

/** A container of the navigation. */
export function container(
  kind: NavContainer['kind'],
  label: string,
  children: readonly NavNode[],
  more: Partial<NavContainer> = {},
): NavContainer {
  return { type: 'container', kind, label, hidden: false, children, ...more };
}

/** A group of pages. */
export function group(label: string, children: readonly (string | NavNode)[]): NavNode {
  return {
    type: 'group',
    label,
    expanded: false,
    hidden: false,
    children: children.map((child) =>
      typeof child === 'string' ? { type: 'page', path: child } : child,
    ),
  };
}

/** A site of the given pages; places, previous and next follow from the tree. */
export function sampleSite(
  pages: readonly Page[],
  root: NavContainer,
  more: Partial<Site> = {},
): Site {
  const places = new Map<string, NavPlace[]>();
  const order: string[] = [];
  const walk = (node: NavNode, trail: NavPlace['trail']): void => {
    if (node.type === 'page') {
      order.push(node.path);
      places.set(node.path, [...(places.get(node.path) ?? []), { trail }]);
    } else if (node.type !== 'link')
      for (const child of node.children) walk(child, [...trail, node]);
  };
  walk(root, []);
  order.forEach((path, i) => {
    const [home, ...others] = places.get(path) ?? [];
    const [previous, next] = [order[i - 1], order[i + 1]];
    if (home)
      places.set(path, [
        { ...home, ...(previous ? { previous } : {}), ...(next ? { next } : {}) },
        ...others,
      ]);
  });
  return {
    config: sampleConfig(),
    pages: new Map(pages.map((page) => [page.path, page])),
    snippets: new Map(),
    assets: new Map(),
    navigation: { root, places, ...(order[0] ? { first: order[0] } : {}) },
    redirects: [],
    variables: new Map(),
    language: 'en',
    ...more,
  };
}
