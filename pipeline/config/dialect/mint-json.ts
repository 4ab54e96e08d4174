import { type Edit, type Fields, fieldsIn, isFields, put, remove, rename, say } from '../edit.ts';
import { rewriteMintNavigation } from './mint-navigation.ts';
import { drop } from './shared.ts';

/**
 * Rewrites the other dialect's earlier configuration, `mint.json`, into its present one, which the other
 * steps then read. It is known by its navigation, a list of groups that tabs, anchors and versions at
 * the top of the file divide by the paths of their pages.
 */
export function rewriteMintJson(edit: Edit, config: Fields): void {
  if (!Array.isArray(config.navigation)) return;
  rewriteMintNavigation(edit, config);
  rewriteTopbar(edit, config);
  rewriteMintApi(edit, config);
  rewriteLook(edit, config);
  for (const [from, section, to] of moved) moveInto(edit, config, { from, section, to });
  // Today's "metadata" has other fields.
  const { metadata } = config;
  if (isFields(metadata) && !Object.hasOwn(metadata, 'timestamp')) {
    moveInto(edit, config, { from: 'metadata', section: 'seo', to: 'metatags' });
  }
  if (isFields(config.analytics))
    moveInto(edit, config, { from: 'analytics', section: '', to: 'integrations' });
  rewriteIds(edit, config);
  rewriteFooterLinks(edit, config);
  for (const key of withoutCounterpart) {
    if (Object.hasOwn(config, key)) drop(edit, config, key, 'the theme decides');
  }
}

/** Keys at the top of the file, and where they are now. */
const moved: readonly (readonly [from: string, section: string, to: string])[] = [
  ['footerSocials', 'footer', 'socials'],
  ['openapi', 'api', 'openapi'],
  ['asyncapi', 'api', 'asyncapi'],
  ['backgroundImage', 'background', 'image'],
];

const withoutCounterpart = ['layout', 'sidebar', 'topbar', 'rounded', 'isWhiteLabeled', 'eyebrow'];

interface Move {
  readonly from: string;
  /** Empty: the top of the file. */
  readonly section: string;
  readonly to: string;
}

/** Moves a value; of what there is where it belongs, all stays. */
function moveInto(edit: Edit, config: Fields, { from, section, to }: Move): void {
  if (!Object.hasOwn(config, from)) return;
  const name = section === '' ? to : `${section}.${to}`;
  say(edit, config, from, {
    reason: `"${from}" is read as "${name}"`,
    note: `Move it to "${name}".`,
  });
  const value = config[from];
  remove(edit, config, from);
  const owner = section === '' ? config : sectionOf(edit, config, section);
  const present = owner?.[to];
  if (owner !== undefined && present === undefined) put(edit, owner, to, value);
  if (!isFields(present) || !isFields(value)) return;
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(present, key)) put(edit, present, key, value[key]);
  }
}

/** A section of the file, made if there is none; nothing if it is no object. */
function sectionOf(edit: Edit, owner: Fields, key: string): Fields | undefined {
  if (owner[key] === undefined) put(edit, owner, key, {});
  const section = owner[key];
  return isFields(section) ? section : undefined;
}

/** `topbarLinks` and `topbarCtaButton`; their `name` and `url` are renamed with those of all links. */
function rewriteTopbar(edit: Edit, config: Fields): void {
  moveInto(edit, config, { from: 'topbarLinks', section: 'navbar', to: 'links' });
  const { topbarCtaButton: button } = config;
  if (isFields(button) && button.type !== 'github') put(edit, button, 'type', 'button');
  moveInto(edit, config, { from: 'topbarCtaButton', section: 'navbar', to: 'primary' });
  if (!isFields(config.navbar)) return;
  for (const link of [...fieldsIn(config.navbar.links), ...fieldsIn([config.navbar.primary])]) {
    for (const key of ['arrow', 'style']) if (Object.hasOwn(link, key)) remove(edit, link, key);
  }
}

/** `api`: its server and authentication are now those of endpoints in MDX. */
function rewriteMintApi(edit: Edit, config: Fields): void {
  const { api } = config;
  if (!isFields(api)) return;
  if (Object.hasOwn(api, 'baseUrl') || Object.hasOwn(api, 'auth')) {
    const mdx = sectionOf(edit, api, 'mdx');
    const { baseUrl, auth } = api;
    if (mdx !== undefined && baseUrl !== undefined) put(edit, mdx, 'server', baseUrl);
    if (mdx !== undefined && isFields(auth)) {
      if (Object.hasOwn(auth, 'inputPrefix')) remove(edit, auth, 'inputPrefix');
      put(edit, mdx, 'auth', auth);
    }
    say(edit, api, baseUrl === undefined ? 'auth' : 'baseUrl', {
      reason: '"baseUrl" and "auth" of "api" are read as "server" and "auth" of "api.mdx"',
      note: 'Move them to "api.mdx".',
    });
    for (const key of ['baseUrl', 'auth']) if (Object.hasOwn(api, key)) remove(edit, api, key);
  }
  const { playground, request } = api;
  if (isFields(playground)) {
    if (Object.hasOwn(playground, 'mode')) rename(edit, playground, 'mode', 'display');
    const display = modes[String(playground.display)];
    if (display !== undefined) put(edit, playground, 'display', display);
    if (Object.hasOwn(playground, 'disableProxy')) {
      put(edit, playground, 'proxy', playground.disableProxy !== true);
      remove(edit, playground, 'disableProxy');
    }
  }
  if (isFields(request)) {
    const { example } = request;
    const languages = isFields(example) ? example.languages : undefined;
    const examples = languages === undefined ? undefined : sectionOf(edit, api, 'examples');
    if (examples !== undefined) put(edit, examples, 'languages', languages);
    remove(edit, api, 'request');
  }
  for (const key of ['paramFields', 'maintainOrder', 'hideAuth']) {
    if (Object.hasOwn(api, key)) drop(edit, api, key, 'Docent has no equivalent');
  }
}

const modes: Readonly<Record<string, string>> = {
  show: 'interactive',
  simple: 'simple',
  hide: 'none',
};

const themes: Readonly<Record<string, string>> = { venus: 'mint', quill: 'maple', prism: 'palm' };

/** Theme, colours, mode, fonts and code blocks. */
function rewriteLook(edit: Edit, config: Fields): void {
  const theme = themes[String(config.theme)];
  if (theme !== undefined) put(edit, config, 'theme', theme);
  const { colors, background, modeToggle, font, codeBlock, seo, search } = config;
  if (isFields(colors)) {
    const { background: color } = colors;
    for (const key of ['background', 'anchors', 'ultraLight', 'ultraDark']) {
      if (Object.hasOwn(colors, key)) remove(edit, colors, key);
    }
    const owner = isFields(color) ? sectionOf(edit, config, 'background') : undefined;
    if (owner !== undefined && owner.color === undefined) put(edit, owner, 'color', color);
  }
  if (isFields(background) && Object.hasOwn(background, 'style')) {
    rename(edit, background, 'style', 'decoration');
  }
  if (isFields(modeToggle)) {
    if (Object.hasOwn(modeToggle, 'isHidden')) rename(edit, modeToggle, 'isHidden', 'strict');
    moveInto(edit, config, { from: 'modeToggle', section: '', to: 'appearance' });
  }
  if (isFields(font)) {
    if (Object.hasOwn(font, 'headings')) rename(edit, font, 'headings', 'heading');
    for (const face of fieldsIn([font, font.heading, font.body])) {
      if (Object.hasOwn(face, 'url')) rename(edit, face, 'url', 'source');
    }
    moveInto(edit, config, { from: 'font', section: '', to: 'fonts' });
  }
  if (isFields(codeBlock)) {
    const styling = sectionOf(edit, config, 'styling');
    if (styling !== undefined && codeBlock.mode === 'dark')
      put(edit, styling, 'codeblocks', 'dark');
    remove(edit, config, 'codeBlock');
  }
  if (isFields(seo) && Object.hasOwn(seo, 'indexHiddenPages')) {
    if (seo.indexHiddenPages === true) put(edit, seo, 'indexing', 'all');
    remove(edit, seo, 'indexHiddenPages');
  }
  if (isFields(search) && Object.hasOwn(search, 'location')) remove(edit, search, 'location');
}

/** Columns of the footer, whose names were others. */
function rewriteFooterLinks(edit: Edit, config: Fields): void {
  if (!isFields(config.footer)) return;
  for (const column of fieldsIn(config.footer.links)) {
    renameAll(edit, column, { title: 'header', links: 'items' });
    for (const link of fieldsIn(column.items)) {
      renameAll(edit, link, { name: 'label', url: 'href' });
    }
  }
}

function renameAll(edit: Edit, owner: Fields, names: Readonly<Record<string, string>>): void {
  for (const [from, to] of Object.entries(names)) {
    if (Object.hasOwn(owner, from) && !Object.hasOwn(owner, to)) rename(edit, owner, from, to);
  }
}

/** Services that were given by their id alone. */
function rewriteIds(edit: Edit, config: Fields): void {
  const { integrations } = config;
  if (!isFields(integrations)) return;
  for (const [service, key] of [
    ['intercom', 'appId'],
    ['frontchat', 'snippetId'],
    ['osano', 'scriptSource'],
  ] as const) {
    const id = integrations[service];
    if (typeof id === 'string') put(edit, integrations, service, { [key]: id });
  }
}
