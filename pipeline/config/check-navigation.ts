import type {
  WrittenAnchor,
  WrittenGroup,
  WrittenLanguage,
  WrittenMenuItem,
  WrittenNavigation,
  WrittenProduct,
  WrittenVersion,
} from '../../schema/config/navigation.ts';
import { joinPointer, pointerAsPath } from '../../schema/pointer.ts';
import { show } from '../../schema/validation/show.ts';
import { checkLanguageCode } from './check-languages.ts';
import type { Tell } from './finding.ts';
import { isUnsafe } from './unsafe-link.ts';

/** Any entry of the navigation that holds others. */
type Entry = WrittenNavigation & {
  readonly menu?: readonly WrittenMenuItem[];
  readonly href?: string;
  readonly url?: string;
};
type Parts = readonly (string | number)[];

/** Checks of the navigation that need no pages. */
export function checkNavigation(navigation: WrittenNavigation, tell: Tell): void {
  if (!hasContent(navigation)) {
    tell({
      severity: 'error',
      ruleId: 'empty-navigation',
      parts: ['navigation'],
      reason: 'Navigation has no groups, expected at least one group with "group" and "pages"',
      note: 'Add { "groups": [{ "group": "Start", "pages": ["index"] }] }.',
    });
  }
  walk(navigation, ['navigation'], tell);
}

function walk(container: Entry, parts: Parts, tell: Tell): void {
  const { products, versions, languages, anchors, tabs, menu } = container;
  const each = <E extends Entry>(
    key: string,
    entries: readonly E[] = [],
    check?: (entry: E, parts: Parts, tell: Tell) => void,
  ): void =>
    entries.forEach((entry, index) => {
      const at = [...parts, key, index];
      checkAddress(entry, at, tell);
      check?.(entry, at, tell);
      walk(entry, at, tell);
    });
  each('products', products, checkProduct);
  checkDefaults('version', versions, { parts: [...parts, 'versions'], tell });
  each('versions', versions, checkPrefix);
  checkDefaults('language', languages, { parts: [...parts, 'languages'], tell });
  each('languages', languages, checkLanguage);
  each('anchors', anchors, checkAnchor);
  each('tabs', tabs);
  each('menu', menu);
  walkPages(container.groups, [...parts, 'groups'], tell);
  walkPages(container.pages, [...parts, 'pages'], tell);
}

function walkPages(
  entries: readonly (string | WrittenGroup)[] = [],
  parts: Parts,
  tell: Tell,
): void {
  entries.forEach((entry, index) => {
    if (typeof entry === 'string') return;
    const at = [...parts, index];
    checkGroup(entry, at, tell);
    walkPages(entry.pages, [...at, 'pages'], tell);
  });
}

/** An address that would run a script. */
function checkAddress(entry: Entry, parts: Parts, tell: Tell): void {
  for (const key of ['href', 'url'] as const) {
    const href = entry[key];
    if (href === undefined || !isUnsafe(href)) continue;
    tell({
      severity: 'error',
      ruleId: 'unsafe-link',
      parts: [...parts, key],
      reason: `Unexpected address ${show(href)}, expected a path or a URL`,
      actual: href,
      note: 'Link to a page, or to an https URL.',
    });
  }
}

/** At most one default, and each name or code only once. */
function checkDefaults(
  kind: 'version' | 'language',
  entries: readonly (WrittenVersion | WrittenLanguage)[] = [],
  { parts, tell }: { readonly parts: Parts; readonly tell: Tell },
): void {
  let chosen = false;
  const names = new Set<string>();
  entries.forEach((entry, index) => {
    if (entry.default === true && chosen) {
      tell({
        severity: 'error',
        ruleId: 'several-defaults',
        parts: [...parts, index, 'default'],
        reason: `A second default ${kind}, expected one`,
        note: 'Set "default" on only one entry.',
      });
    }
    chosen ||= entry.default === true;
    const [key, name] = 'code' in entry ? ['code', entry.code] : ['name', entry.name];
    if (names.has(name)) {
      tell({
        severity: 'error',
        ruleId: `duplicate-${kind}`,
        parts: [...parts, index, key],
        reason: `Duplicate ${kind} ${JSON.stringify(name)}`,
        note: 'Rename or remove one of the two.',
      });
    }
    names.add(name);
  });
}

/** `name` is an alias of `anchor`, `url` of `href`. */
function checkAnchor(entry: WrittenAnchor, parts: Parts, tell: Tell): void {
  for (const [key, alias] of [
    ['anchor', 'name'],
    ['href', 'url'],
  ] as const) {
    if (entry[key] === undefined || entry[alias] === undefined) continue;
    if (entry[key] === entry[alias]) continue;
    tell({
      severity: 'error',
      ruleId: 'conflicting-fields',
      parts: [...parts, alias],
      reason: `"${key}" and "${alias}" of an anchor have the same meaning but different values`,
      note: `Keep "${key}".`,
    });
  }
  const label = entry.anchor ?? entry.name;
  const link = entry.href ?? entry.url;
  if (label === undefined || label === '') {
    skipped(parts, 'a label ("anchor")', tell);
  } else if (link === undefined && !hasContent(entry)) skipped(parts, 'a link ("href")', tell);
}

function skipped(parts: Parts, what: string, tell: Tell): void {
  tell({
    severity: 'warning',
    ruleId: 'incomplete-anchor',
    parts,
    reason: `Anchor without ${what}, it is ignored`,
    note: `Add ${what}.`,
  });
}

/** Every entry has pages, or a URL to link to. */
function checkProduct(entry: WrittenProduct, parts: Parts, tell: Tell): void {
  const name = pointerAsPath(joinPointer(parts));
  if (entry.product === undefined && (entry.name === undefined || entry.name === '')) {
    const reason = `Missing ${name}.product, expected a name`;
    tell({ severity: 'error', ruleId: 'missing-field', parts, reason, note: 'Add "product".' });
  }
  if (isAddressed(entry) || hasContent(entry)) return;
  tell({
    severity: 'error',
    ruleId: 'missing-field',
    parts,
    reason: `Missing ${name}.url, expected a URL or pages`,
    note: 'Add "url", or "tabs", "groups" or "pages".',
  });
}

/** A version or language needs a `url` or pages of its own. */
function checkPrefix(entry: Entry, parts: Parts, tell: Tell): void {
  if (isAddressed(entry) || hasContent(entry)) return;
  const name = pointerAsPath(joinPointer(parts));
  if (hasLists(entry)) {
    tell({
      severity: 'warning',
      ruleId: 'empty-group',
      parts,
      reason: `${name} has no pages, it is ignored`,
      note: 'Add pages, or remove it.',
    });
    return;
  }
  tell({
    severity: 'error',
    ruleId: 'missing-field',
    parts,
    reason: `Missing ${name}.url, expected a path prefix or pages`,
    note: 'Add "url", such as "/v2".',
  });
}

function checkLanguage(entry: WrittenLanguage, parts: Parts, tell: Tell): void {
  checkPrefix(entry, parts, tell);
  checkLanguageCode(entry, parts, { hasPages: hasContent(entry), tell });
  // A language with pages, or on another host, is called what its code means.
  if (entry.name !== undefined || hasLists(entry) || isElsewhere(entry)) return;
  const name = pointerAsPath(joinPointer(parts));
  const reason = `Missing ${name}.name, expected the name of the language`;
  tell({ severity: 'error', ruleId: 'missing-field', parts, reason, note: 'Add "name".' });
}

function checkGroup(entry: WrittenGroup, parts: Parts, tell: Tell): void {
  const { pages, openapi, asyncapi, root } = entry;
  if (Array.isArray(pages) && pages.length > 0) return;
  if (openapi !== undefined || asyncapi !== undefined || root !== undefined) return;
  const name = pointerAsPath(joinPointer(parts));
  if (pages === undefined) {
    const reason = `Missing ${name}.pages, expected a list of pages`;
    tell({ severity: 'error', ruleId: 'missing-field', parts, reason, note: 'Add "pages".' });
    return;
  }
  const reason = `Group ${JSON.stringify(entry.group)} has no pages`;
  const note = 'Add a page, or remove the group.';
  tell({ severity: 'warning', ruleId: 'empty-group', parts: [...parts, 'pages'], reason, note });
}

function isElsewhere({ url, href }: Entry): boolean {
  return /^https?:/i.test(url ?? href ?? '');
}

function isAddressed({ url, href }: Entry): boolean {
  return url !== undefined || href !== undefined;
}

/** Whether an entry has lists of its own, empty ones included. */
function hasLists(entry: Entry): boolean {
  return (entry.groups ?? entry.pages) !== undefined || containersIn(entry).some(Boolean);
}

/** Whether a group, a page or an API description is reachable below a container. */
function hasContent(container: Entry): boolean {
  const { openapi, asyncapi, groups = [], pages = [] } = container;
  const isDescribed = openapi !== undefined || asyncapi !== undefined;
  if (isDescribed || groups.length > 0 || pages.length > 0) return true;
  return containersIn(container).some((entries) => entries?.some(hasContent));
}

function containersIn(entry: Entry): (readonly Entry[] | undefined)[] {
  const { products, versions, languages, anchors, tabs, menu } = entry;
  return [products, versions, languages, anchors, tabs, menu];
}
