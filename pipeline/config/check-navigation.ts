import { joinPointer, pointerAsPath } from '../../schema/pointer.ts';
import { show } from '../../schema/validate.ts';
import type { Tell } from './finding.ts';
import { isUnsafe } from './unsafe-link.ts';

/** Checks of the navigation that need no pages. */
export function checkNavigation(navigation: unknown, tell: Tell): void {
  const root = fieldsOf(navigation);
  if (!hasContent(root)) {
    tell({
      severity: 'error',
      ruleId: 'empty-navigation',
      parts: ['navigation'],
      reason: 'Navigation has no groups, expected at least one group with "group" and "pages"',
      note: 'Add { "groups": [{ "group": "Start", "pages": ["index"] }] }.',
    });
  }
  walk(root, ['navigation'], tell);
}

type Fields = Readonly<Record<string, unknown>>;
type Parts = readonly (string | number)[];

const lists = [
  'products',
  'versions',
  'languages',
  'anchors',
  'tabs',
  'menu',
  'groups',
  'pages',
] as const;

function walk(container: Fields, parts: Parts, tell: Tell): void {
  for (const key of lists) {
    const entries = container[key];
    if (!Array.isArray(entries)) continue;
    if (key === 'versions' || key === 'languages') checkDefaults(entries, [...parts, key], tell);
    entries.forEach((value: unknown, index) => {
      if (typeof value !== 'object' || value === null) return;
      const entry = fieldsOf(value);
      const at = [...parts, key, index];
      checkAddress(entry, at, tell);
      if (key === 'anchors') checkAnchor(entry, at, tell);
      else if (key === 'products') checkProduct(entry, at, tell);
      else if (key === 'versions') checkPrefix(entry, at, tell);
      else if (key === 'languages') checkLanguage(entry, at, tell);
      else if (key === 'groups' || key === 'pages') checkGroup(entry, at, tell);
      walk(entry, at, tell);
    });
  }
}

/** An address that would run a script instead of leading somewhere. */
function checkAddress(entry: Fields, parts: Parts, tell: Tell): void {
  for (const key of ['href', 'url']) {
    const href = entry[key];
    if (typeof href !== 'string' || !isUnsafe(href)) continue;
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

/** At most one default, and each language only once. */
function checkDefaults(entries: readonly unknown[], parts: Parts, tell: Tell): void {
  let chosen = false;
  const codes = new Set<unknown>();
  const kind = parts.at(-1) === 'versions' ? 'version' : 'language';
  entries.forEach((value, index) => {
    const entry = fieldsOf(value);
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
    const name = kind === 'language' ? entry.code : entry.name;
    if (codes.has(name)) {
      tell({
        severity: 'error',
        ruleId: `duplicate-${kind}`,
        parts: [...parts, index, kind === 'language' ? 'code' : 'name'],
        reason: `Duplicate ${kind} ${JSON.stringify(name)}`,
        note: 'Rename or remove one of the two.',
      });
    }
    codes.add(name);
  });
}

/** `name` is an alias of `anchor`, `url` of `href`. */
function checkAnchor(entry: Fields, parts: Parts, tell: Tell): void {
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
function checkProduct(entry: Fields, parts: Parts, tell: Tell): void {
  const name = pointerAsPath(joinPointer(parts));
  if (entry.product === undefined && (entry.name === undefined || entry.name === '')) {
    const reason = `Missing ${name}.product, expected a name`;
    tell({ severity: 'error', ruleId: 'missing-field', parts, reason, note: 'Add "product".' });
  }
  if (entry.url !== undefined || entry.href !== undefined || hasContent(entry)) return;
  tell({
    severity: 'error',
    ruleId: 'missing-field',
    parts,
    reason: `Missing ${name}.url, expected a URL or pages`,
    note: 'Add "url", or "tabs", "groups" or "pages".',
  });
}

/** Document 3 asks for `url`; with pages of its own below it an entry can do without. */
function checkPrefix(entry: Fields, parts: Parts, tell: Tell): void {
  if (entry.url !== undefined || entry.href !== undefined || hasContent(entry)) return;
  const name = pointerAsPath(joinPointer(parts));
  if (lists.some((key) => Array.isArray(entry[key]))) {
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

function checkLanguage(entry: Fields, parts: Parts, tell: Tell): void {
  checkPrefix(entry, parts, tell);
  if (entry.name !== undefined || lists.some((key) => Array.isArray(entry[key]))) return;
  const name = pointerAsPath(joinPointer(parts));
  const reason = `Missing ${name}.name, expected the name of the language`;
  tell({ severity: 'error', ruleId: 'missing-field', parts, reason, note: 'Add "name".' });
}

function checkGroup(entry: Fields, parts: Parts, tell: Tell): void {
  const { pages, openapi, root } = entry;
  if (Array.isArray(pages) && pages.length > 0) return;
  if (openapi !== undefined || root !== undefined) return;
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

/** Whether a group, a page or an API description is reachable below a container. */
function hasContent(container: Fields): boolean {
  if (container.openapi !== undefined) return true;
  return lists.some((key) => {
    const entries = container[key];
    if (!Array.isArray(entries)) return false;
    if (key === 'groups' || key === 'pages') return entries.length > 0;
    return entries.some((entry) => hasContent(fieldsOf(entry)));
  });
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
