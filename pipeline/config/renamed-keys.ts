import { splitPointer } from '../../schema/pointer.ts';
import type { Violation } from '../../schema/validation/violation.ts';

type Names = Readonly<Record<string, string>>;

/** Other names of one key. */
const all = (key: string, ...others: readonly string[]): Names =>
  Object.fromEntries(others.map((other) => [other, key]));

const link: Names = {
  ...all('label', 'name', 'text', 'title'),
  ...all('href', 'url', 'link', 'to'),
};

/** What keys of other platforms are called here, by the place of their object; `*` is any entry. */
const renamed: readonly (readonly [place: RegExp, names: Names])[] = [
  [
    /^$/,
    {
      ...all('navbar.links', 'topbarLinks', 'topbar'),
      ...all('navbar.primary', 'topbarCtaButton', 'cta'),
      ...all('navigation', 'sidebar', 'sidebars', 'nav', 'toc', 'summary'),
      ...all('navigation.anchors', 'anchors', 'topAnchor'),
      ...all('navigation.languages', 'languages', 'locales'),
      ...all('navigation.versions', 'versions'),
      ...all('navigation.products', 'products'),
      ...all('navigation.tabs', 'tabs'),
      ...all('navigation.groups', 'groups'),
      ...all('navigation.pages', 'pages'),
      ...all('name', 'title', 'siteTitle', 'siteName'),
      ...all('description', 'tagline'),
      ...all('footer.socials', 'footerSocials', 'socials', 'social'),
      ...all('footer.links', 'footerLinks'),
      ...all('footer.poweredBy', 'isWhiteLabeled'),
      ...all('appearance', 'modeToggle', 'darkMode', 'colorMode'),
      ...all('background.image', 'backgroundImage'),
      ...all('componentTheme.radius', 'rounded'),
      ...all('styling.codeblocks', 'codeBlock', 'codeBlocks', 'codeblocks'),
      ...all('styling.eyebrows', 'eyebrow', 'eyebrows'),
      ...all('styling.latex', 'math', 'latex'),
      ...all('api.openapi', 'openapi', 'openApi'),
      ...all('api.asyncapi', 'asyncapi', 'asyncApi'),
      ...all('api.playground', 'playground'),
      ...all('addons.feedback', 'feedback'),
      ...all('addons.feedback.editSuggestions', 'editLink', 'editUrl'),
      ...all('integrations', 'analytics', 'tracking'),
      ...all('hosting.basePath', 'basePath', 'baseUrl', 'base'),
      ...all('errors', 'error', 'notFound'),
      ...all('cookieConsent', 'cookies', 'consent'),
      ...all('contextual', 'contextMenu', 'pageMenu'),
      ...all('colors', 'color', 'palette'),
      ...all('fonts', 'font', 'typography'),
      ...all('seo.metatags', 'metatags'),
    },
  ],
  [
    /^navigation(\/.*)?\/(groups|pages)\/\*$/,
    {
      ...all('group', 'name', 'title', 'label', 'text', 'section', 'category'),
      ...all('pages', 'items', 'children', 'links', 'entries'),
      ...all('expanded', 'collapsed', 'open', 'defaultOpen'),
      ...all('tag', 'badge'),
      ...all('root', 'index', 'overview'),
    },
  ],
  [
    /^navigation(\/.*)?\/tabs\/\*$/,
    {
      ...all('tab', 'name', 'title', 'label', 'text'),
      ...all('href', 'url', 'link'),
      ...all('groups', 'items', 'children', 'sections'),
    },
  ],
  [/^navigation(\/.*)?\/menu\/\*$/, { ...link, ...all('item', 'name', 'title', 'label', 'text') }],
  [/^navigation(\/.*)?\/anchors\/\*$/, all('anchor', 'title', 'label', 'text')],
  [/^navigation(\/.*)?\/products\/\*$/, all('product', 'title', 'label', 'text')],
  [
    /^navigation(\/.*)?\/versions\/\*$/,
    {
      ...all('name', 'title', 'label'),
      ...all('url', 'path', 'prefix', 'slug'),
      ...all('sunsetDate', 'endOfLife', 'eol'),
    },
  ],
  [
    /^navigation(\/.*)?\/languages\/\*$/,
    {
      ...all('code', 'locale', 'lang'),
      ...all('name', 'title', 'label'),
      ...all('url', 'path', 'prefix'),
    },
  ],
  [/^navbar$/, { ...all('links', 'items'), ...all('primary', 'cta', 'button') }],
  [/^navbar\/(links\/\*|primary)$/, link],
  [/^footer$/, { ...all('socials', 'social'), ...all('text', 'copyright') }],
  [
    /^footer\/links\/\*$/,
    { ...all('header', 'title', 'name', 'label'), ...all('items', 'links', 'children') },
  ],
  [/^footer\/links\/\*\/items\/\*$/, link],
  [
    /^redirects\/\*$/,
    {
      ...all('source', 'from', 'path'),
      ...all('destination', 'to', 'target'),
      ...all('permanent', 'status', 'statusCode', 'type', 'code'),
    },
  ],
  [
    /^variables\/\*$/,
    {
      ...all('name', 'key', 'id'),
      ...all('defaultValue', 'value', 'default'),
      ...all('options', 'choices', 'values'),
      ...all('expression', 'formula'),
    },
  ],
  [/^contextual\/options\/\*$/, { ...all('title', 'label', 'name'), ...all('href', 'url') }],
  [/^logo$/, { ...all('light', 'src', 'image'), ...all('text', 'alt'), ...all('href', 'url') }],
  [/^colors$/, all('primary', 'accent', 'brand', 'main')],
  [/^appearance$/, all('default', 'mode', 'theme')],
  [/^fonts(\/heading|\/body)?$/, { ...all('family', 'name'), ...all('source', 'url', 'src') }],
  [/^banner$/, all('content', 'text', 'message')],
  [/^search$/, all('hotkey', 'shortcut')],
  [
    /^seo$/,
    {
      ...all('ogImage', 'image', 'og:image'),
      ...all('metatags', 'meta'),
      ...all('twitter', 'twitterHandle'),
    },
  ],
  [
    /^api$/,
    {
      ...all('mdx.server', 'baseUrl', 'server', 'servers'),
      ...all('mdx.auth', 'auth'),
      ...all('openapi', 'spec', 'specs'),
    },
  ],
  [/^api\/playground$/, all('display', 'mode')],
  [
    /^integrations$/,
    {
      ...all('ga4', 'googleAnalytics', 'google', 'ga', 'gtag'),
      ...all('gtm', 'googleTagManager'),
    },
  ],
  [
    /^assistant$/,
    {
      ...all('systemPrompt', 'prompt', 'instructions'),
      ...all('suggestedQuestions', 'questions', 'suggestions'),
      ...all('greeting', 'welcome', 'welcomeMessage'),
    },
  ],
];

/** Containers that a group of the sidebar can't hold. */
const outside = new Set(['tabs', 'anchors', 'products', 'versions', 'languages', 'menu']);

/** An unknown key that other platforms have, with its name or place here. */
export function withOwnName(violation: Violation): Violation {
  const parts = splitPointer(violation.pointer);
  const key = parts.at(-1) ?? '';
  const place = parts
    .slice(0, -1)
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
    .join('/');
  const [unknown = ''] = /^Unknown key .*?(?=; did you mean|$)/s.exec(violation.reason) ?? [];
  if (/^navigation(\/.*)?\/(groups|pages)\/\*$/.test(place)) {
    if (outside.has(key)) {
      const reason = `${unknown}: a group can only contain pages and groups`;
      const note = `Move ${JSON.stringify(key)} up, next to or above "groups".`;
      return { ...violation, reason, note, expected: ['pages'] };
    }
    if (key === 'groups') {
      const reason = `${unknown}: groups in a group are entries of its "pages"`;
      return { ...violation, reason, note: 'Move them to "pages".', expected: ['pages'] };
    }
    if (['page', 'path', 'file', 'href', 'url', 'slug'].includes(key)) {
      const reason = `${unknown}: a page is written as its path alone`;
      const note = 'Write a string such as "guides/start" instead of the object.';
      return { ...violation, reason, note, expected: ['group'] };
    }
  }
  if (place === 'metadata' && /^(og|twitter):/.test(key)) return moved('seo.metatags');
  if (place === 'seo' && key === 'indexHiddenPages') {
    const reason = `${unknown}: hidden pages are indexed with "indexing": "all"`;
    return {
      ...violation,
      reason,
      note: 'Write "indexing": "all", or remove it.',
      expected: ['indexing'],
    };
  }
  if (place === '' && key === 'head') {
    const reason = `${unknown}: elements for the head of pages are not read from here`;
    const note =
      'Write <meta> elements as "seo.metatags"; put what scripts do into a .js file of the site.';
    return { ...violation, reason, note, expected: ['seo.metatags'] };
  }
  for (const [where, names] of renamed) {
    const name = where.test(place) && Object.hasOwn(names, key) ? names[key] : undefined;
    if (name !== undefined) return name.includes('.') ? moved(name) : called(name);
  }
  return violation;

  function called(name: string): Violation {
    const reason = `${unknown}: it is called ${JSON.stringify(name)} here`;
    const note = `Rename it to ${JSON.stringify(name)}.`;
    return { ...violation, reason, note, expected: [name] };
  }
  function moved(name: string): Violation {
    const whole = place === '' || place === 'metadata' ? name : `${place}.${name}`;
    const reason = `${unknown}: it belongs in ${JSON.stringify(whole)} here`;
    const note = `Move it to ${JSON.stringify(whole)}.`;
    return { ...violation, reason, note, expected: [whole] };
  }
}
