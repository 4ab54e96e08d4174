import { contextualOptions } from '../../schema/config/contextual.ts';
import { variableNames } from '../../schema/config/variables.ts';
import { setOwn } from '../../schema/pointer.ts';
import { nearest } from '../../schema/validate.ts';
import {
  dropEntries,
  type Edit,
  type Fields,
  fieldsIn,
  isFields,
  put,
  remove,
  rename,
  say,
} from './edit.ts';

/**
 * Rewrites the keys of the widespread other dialect of `docs.json` into Docent's own, in place,
 * before anything else sees them; each rewrite says so in one note.
 */
export function rewriteDialect(edit: Edit, config: Fields): void {
  rewriteTheme(edit, config);
  rewriteColors(edit, config);
  rewriteNavigation(edit, config);
  rewriteNavbar(edit, config);
  rewriteApi(edit, config);
  rewriteIcons(edit, config);
  rewriteIntegrations(edit, config);
  rewriteStyling(edit, config);
  rewriteFooter(edit, config);
  rewriteContextual(edit, config);
  rewriteVariables(edit, config);
  for (const [key, why] of Object.entries(ignoredSections)) {
    if (Object.hasOwn(config, key)) drop(edit, config, key, why);
  }
}

/** Sections of the other dialect that have no counterpart. */
const ignoredSections: Readonly<Record<string, string>> = {
  interaction: 'Docent decides when groups open and close',
};

/** Entries of the page menu that belong to other services. */
const foreignOptions = new Set(
  'assistant grok aistudio devin devin-mcp windsurf download-spec download-pdf add-mcp'.split(' '),
);

function rewriteTheme(edit: Edit, config: Fields): void {
  const { theme } = config;
  if (theme !== 'sequoia' && theme !== 'luma') return;
  say(edit, config, 'theme', {
    severity: 'warning',
    reason: `Theme "${theme}" is not supported, the closest theme "mint" is used`,
    note: 'Set "theme" to "mint" or another supported theme.',
  });
  put(edit, config, 'theme', 'mint');
}

function rewriteColors(edit: Edit, config: Fields): void {
  const { colors } = config;
  if (!isFields(colors)) return;
  for (const key of ['primary', 'light', 'dark']) {
    const value = colors[key];
    const short = typeof value === 'string' ? /^#([\da-f])([\da-f])([\da-f])$/i.exec(value) : null;
    if (short === null) continue;
    const [, r = '', g = '', b = ''] = short;
    const long = `#${r}${r}${g}${g}${b}${b}`;
    say(edit, colors, key, {
      reason: `Short colour "${value}" is read as "${long}"`,
      note: `Write "${long}".`,
    });
    put(edit, colors, key, long);
  }
}

function rewriteNavigation(edit: Edit, config: Fields): void {
  if (Array.isArray(config.navigation)) {
    say(edit, config, 'navigation', {
      reason: 'A list as navigation is read as its groups',
      note: 'Write { "groups": [ … ] }.',
    });
    put(edit, config, 'navigation', { groups: config.navigation });
  }
  if (isFields(config.navigation)) rewriteContainer(edit, config.navigation);
}

const renamedIn: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  languages: [
    ['language', 'code'],
    ['href', 'url'],
  ],
  versions: [
    ['version', 'name'],
    ['href', 'url'],
  ],
  products: [['href', 'url']],
};

const lists = ['tabs', 'menu', 'anchors', 'products', 'versions', 'languages', 'groups', 'pages'];

function rewriteContainer(edit: Edit, container: Fields): void {
  const described = Object.hasOwn(container, 'group') && Object.hasOwn(container, 'asyncapi');
  if (Object.hasOwn(container, 'dropdowns')) rewriteDropdowns(edit, container);
  if (isFields(container.global)) mergeGlobal(edit, container, container.global);
  for (const key of ['directory', 'drilldown', 'asyncapi']) {
    if (!Object.hasOwn(container, key)) continue;
    const why =
      key === 'asyncapi' ? 'generating pages from it is not supported yet' : 'the theme decides';
    drop(edit, container, key, why);
  }
  // A group of nothing but such pages is empty.
  const bare = container.pages === undefined && container.openapi === undefined;
  if (described && bare) put(edit, container, 'pages', []);
  rewriteOpenApi(edit, container);
  if (isFields(container.icon)) rewriteIcon(edit, container, container.icon);
  for (const key of lists) {
    for (const entry of fieldsIn(container[key])) {
      for (const [from, to] of renamedIn[key] ?? []) {
        if (!Object.hasOwn(entry, from)) continue;
        say(edit, entry, from, {
          reason: `"${from}" of an entry of "${key}" is read as "${to}"`,
          note: `Rename it to "${to}".`,
        });
        rename(edit, entry, from, to);
      }
      rewriteContainer(edit, entry);
    }
  }
}

function rewriteDropdowns(edit: Edit, container: Fields): void {
  say(edit, container, 'dropdowns', {
    reason: '"dropdowns" are read as "products"',
    note: 'Rename "dropdowns" to "products" and "dropdown" to "product".',
  });
  for (const entry of fieldsIn(container.dropdowns)) {
    if (Object.hasOwn(entry, 'dropdown')) rename(edit, entry, 'dropdown', 'product');
    if (Object.hasOwn(entry, 'color')) remove(edit, entry, 'color');
  }
  if (Array.isArray(container.products) && Array.isArray(container.dropdowns)) {
    put(edit, container, 'products', [...container.products, ...container.dropdowns]);
    remove(edit, container, 'dropdowns');
  } else rename(edit, container, 'dropdowns', 'products');
}

function mergeGlobal(edit: Edit, container: Fields, global: Fields): void {
  say(edit, container, 'global', {
    reason: '"global" is read as part of the navigation itself',
    note: 'Move its lists up into "navigation".',
  });
  for (const [key, value] of Object.entries(global)) {
    const here = container[key];
    const both = Array.isArray(here) && Array.isArray(value);
    if (here === undefined || both) put(edit, container, key, both ? [...value, ...here] : value);
  }
  remove(edit, container, 'global');
  if (Object.hasOwn(container, 'dropdowns')) rewriteDropdowns(edit, container);
}

function rewriteOpenApi(edit: Edit, owner: Fields): void {
  const { openapi } = owner;
  if (Array.isArray(openapi) && openapi.some(isFields)) {
    say(edit, owner, 'openapi', {
      severity: 'warning',
      reason: 'Only the sources of a list of descriptions are read, their directories are ignored',
      note: 'List only the sources, or use one object.',
    });
    const sources = openapi.map((entry) => (isFields(entry) ? entry.source : entry));
    put(edit, owner, 'openapi', sources.flat());
  }
  if (!isFields(openapi)) return;
  const { source } = openapi;
  if (!Array.isArray(source) || typeof source[0] !== 'string') return;
  say(edit, openapi, 'source', {
    reason: 'Only the first of several sources with one directory is read',
    note: 'Use one entry per source.',
    severity: source.length > 1 ? 'warning' : 'note',
  });
  put(edit, openapi, 'source', source[0]);
}

function rewriteIcon(edit: Edit, owner: Fields, icon: Fields): void {
  const { name, style } = icon;
  if (typeof name !== 'string') return;
  say(edit, owner, 'icon', {
    reason: `An icon with name and style is read as "${name}"`,
    note: 'Write the name as "icon" and the style as "iconType".',
  });
  put(edit, owner, 'icon', name);
  if (typeof style === 'string' && !Object.hasOwn(owner, 'iconType')) {
    put(edit, owner, 'iconType', style);
  }
}

function rewriteNavbar(edit: Edit, config: Fields): void {
  const { navbar } = config;
  if (!isFields(navbar)) return;
  const links = fieldsIn(navbar.links);
  for (const link of isFields(navbar.primary) ? [...links, navbar.primary] : links) {
    for (const [from, to] of [
      ['url', 'href'],
      ['name', 'label'],
      ['text', 'label'],
    ] as const) {
      if (!Object.hasOwn(link, from)) continue;
      say(edit, link, from, { reason: `"${from}" is read as "${to}"`, note: `Write "${to}".` });
      rename(edit, link, from, to);
    }
    if (isFields(link.icon)) rewriteIcon(edit, link, link.icon);
    const { type } = link;
    if (link.label === undefined && link.icon !== undefined) put(edit, link, 'label', '');
    if ((link.label ?? '') === '' && (type === 'github' || type === 'discord')) {
      const label = type === 'github' ? 'GitHub' : 'Discord';
      say(edit, link, 'type', {
        reason: `A link of type "${type}" without a label is shown as "${label}"`,
        note: 'Add "label".',
      });
      put(edit, link, 'label', label);
    }
    if (link === navbar.primary) {
      if (type === 'discord') put(edit, link, 'type', 'button');
      else if (type === undefined && typeof link.label === 'string') {
        say(edit, navbar, 'primary', {
          reason: 'A primary link without a type is read as a button',
          note: 'Add "type": "button".',
        });
        put(edit, link, 'type', 'button');
      }
    } else if (type !== undefined) {
      if (link.icon === undefined && (type === 'github' || type === 'discord')) {
        put(edit, link, 'icon', type);
      }
      remove(edit, link, 'type');
    }
  }
}

function rewriteApi(edit: Edit, config: Fields): void {
  const { api } = config;
  if (!isFields(api)) return;
  const { mdx, playground, examples } = api;
  if (isFields(mdx) && isFields(mdx.auth) && mdx.auth.method === 'key') {
    say(edit, mdx.auth, 'method', {
      reason: 'Method "key" is read as "api_key"',
      note: 'Write "api_key".',
    });
    put(edit, mdx.auth, 'method', 'api_key');
  }
  if (isFields(mdx) && isFields(mdx.auth) && mdx.auth.method === 'cobo') {
    drop(edit, mdx.auth, 'method', 'Docent has no equivalent of "cobo"');
  }
  if (isFields(playground) && playground.display === 'auth') {
    say(edit, playground, 'display', {
      reason: 'Display "auth" is read as "simple"',
      note: 'Write "simple" or "interactive".',
      severity: 'warning',
    });
    put(edit, playground, 'display', 'simple');
  }
  if (isFields(examples) && Object.hasOwn(examples, 'autogenerate')) {
    drop(edit, examples, 'autogenerate', 'samples are always generated');
  }
  if (isFields(api.params) && Object.hasOwn(api.params, 'post')) {
    drop(edit, api.params, 'post', 'Docent has no equivalent');
  }
  rewriteOpenApi(edit, api);
  for (const key of ['url', 'spec']) {
    if (Object.hasOwn(api, key)) drop(edit, api, key, 'Docent has no equivalent');
  }
}

function rewriteIcons(edit: Edit, config: Fields): void {
  const { icons } = config;
  if (!isFields(icons) || icons.library !== 'tabler') return;
  say(edit, icons, 'library', {
    severity: 'warning',
    reason: 'Icon set "tabler" is not supported, "lucide" is used',
    note: 'Set it to "lucide" or "fontawesome" and check the icon names.',
  });
  put(edit, icons, 'library', 'lucide');
}

function rewriteIntegrations(edit: Edit, config: Fields): void {
  const { integrations } = config;
  if (!isFields(integrations)) return;
  for (const key of ['telemetry', 'cookies', 'koala', 'adobe', 'front']) {
    if (!Object.hasOwn(integrations, key)) continue;
    if (key === 'front') {
      const reason = '"front" is read as "frontchat"';
      say(edit, integrations, key, { reason, note: 'Rename it to "frontchat".' });
      rename(edit, integrations, key, 'frontchat');
    } else drop(edit, integrations, key, 'Docent has no equivalent');
  }
  const { posthog } = integrations;
  if (isFields(posthog) && typeof posthog.sessionRecording === 'boolean') {
    drop(edit, posthog, 'sessionRecording', 'configure recording in PostHog instead');
  }
}

function rewriteStyling(edit: Edit, config: Fields): void {
  const { styling } = config;
  if (!isFields(styling)) return;
  const { codeblocks } = styling;
  if (typeof codeblocks !== 'string' || /^(system|dark|)$/i.test(codeblocks.trim())) return;
  say(edit, styling, 'codeblocks', {
    reason: `Code blocks ${JSON.stringify(codeblocks)} are read as the theme with that name`,
    note: `Write { "theme": ${JSON.stringify(codeblocks)} }.`,
  });
  put(edit, styling, 'codeblocks', { theme: codeblocks });
}

function rewriteFooter(edit: Edit, config: Fields): void {
  const { footer } = config;
  if (!isFields(footer) || !Array.isArray(footer.socials) || footer.socials.length === 0) return;
  const socials: Fields = {};
  for (const { type, platform, name, url, href } of fieldsIn(footer.socials)) {
    const network = type ?? platform ?? name;
    if (typeof network === 'string') setOwn(socials, network, url ?? href ?? '');
  }
  say(edit, footer, 'socials', {
    reason: 'A list of profiles is read as a map of platforms and URLs',
    note: 'Write { "github": "https://github.com/acme" }.',
  });
  put(edit, footer, 'socials', socials);
}

function rewriteContextual(edit: Edit, config: Fields): void {
  const { contextual } = config;
  if (!isFields(contextual)) return;
  if (Object.hasOwn(contextual, 'display')) {
    drop(edit, contextual, 'display', 'the menu is always next to the title');
  }
  const { options } = contextual;
  if (!Array.isArray(options)) return;
  const gone = new Set<number>();
  options.forEach((option, index) => {
    if (isFields(option)) rewriteOption(edit, option);
    if (typeof option !== 'string' || !isForeign(option)) return;
    gone.add(index);
    say(edit, options, String(index), {
      reason: `Entry "${option}" of the page menu has no equivalent, it is ignored`,
      note: `Supported entries: ${contextualOptions.join(', ')}.`,
    });
  });
  if (gone.size > 0) dropEntries(edit, options, gone);
}

/** Whether an entry is one of other services, and no slip of the pen. */
function isForeign(option: string): boolean {
  if (foreignOptions.has(option)) return true;
  return /^[a-z]/.test(option) && nearest(option, contextualOptions) === undefined;
}

function rewriteOption(edit: Edit, option: Fields): void {
  if (isFields(option.icon)) rewriteIcon(edit, option, option.icon);
  const { href } = option;
  if (isFields(href) && typeof href.base === 'string' && href.query === undefined) {
    put(edit, option, 'href', href.base);
  }
}

function rewriteVariables(edit: Edit, config: Fields): void {
  const { variables } = config;
  fieldsIn(variables).forEach((variable, index) => {
    const { name } = variable;
    if (typeof name !== 'string' || !/^[a-zA-Z_][\w.]*-[\w.-]*$/.test(name)) return;
    say(edit, variable, 'name', {
      ruleId: 'wrong-format',
      severity: 'error',
      reason: `Unexpected variables[${index}].name ${JSON.stringify(name)}, expected ${variableNames}`,
      note: 'Rename it, here and in the pages.',
    });
  });
  if (!isFields(variables)) return;
  say(edit, config, 'variables', {
    reason: 'A map of variables is read as a list of string variables',
    note: 'Write [{ "name": …, "defaultValue": … }].',
  });
  const entries = Object.entries(variables).filter(([name]) => {
    if (/^[a-z_]/i.test(name)) return true;
    say(edit, variables, name, {
      severity: 'warning',
      reason: `Variable ${JSON.stringify(name)} is ignored, expected ${variableNames}`,
      note: 'Rename it, here and in the pages.',
    });
    return false;
  });
  const list = entries.map(([name, value]) => {
    const scalar = typeof value === 'number' || typeof value === 'boolean';
    return { name, defaultValue: scalar ? String(value) : value };
  });
  put(edit, config, 'variables', list);
}

function drop(edit: Edit, owner: Fields, key: string, why: string): void {
  say(edit, owner, key, { reason: `"${key}" is ignored: ${why}`, note: `Remove "${key}".` });
  remove(edit, owner, key);
}
