import { asList, asObject, type Json, objectEntries } from './json.ts';
import { operationsOf } from './path-items.ts';

/** A part of a description that only some readers may see. */
export interface Restricted {
  /** Its name, or its number in a list. */
  readonly name: string;
  /** Groups of which a reader needs one (`x-mint.groups`). */
  readonly groups: readonly string[];
}

/** Groups that may see an element; empty if everyone may. */
export function groupsOf(element: Json): readonly string[] {
  return asList(asObject(element['x-mint'])?.groups).filter(
    (group): group is string => typeof group === 'string',
  );
}

/** What was found in a document. */
export interface RestrictedParts {
  /** What was taken out. */
  readonly taken: readonly Restricted[];
  /** Whether anything in it is for some readers only, its operations included. */
  readonly isRestricted: boolean;
}

/**
 * Takes out of a parsed document what only some readers may see: fields, variants, parameters. A page is one file for
 * all of its readers, so it does without them. Operations and channels stay: they are pages, which have readers of their
 * own. The time is linear, however often the document has the same object.
 */
export function takeOutRestricted(document: Json): RestrictedParts {
  const pages = pagesIn(document);
  const taken: Restricted[] = [];
  const seen = new Set<object>();
  const waiting: object[] = [document];
  const keeps = (name: string, value: unknown): boolean => {
    const element = asObject(value);
    const groups = element && !pages.has(element) ? groupsOf(element) : [];
    if (groups.length > 0) taken.push({ name, groups });
    else if (typeof value === 'object' && value !== null) waiting.push(value);
    return groups.length === 0;
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (Array.isArray(next)) keepEntries(next, keeps);
    else keepFields(next as Record<string, unknown>, keeps);
  }
  return { taken, isRestricted: taken.length > 0 || [...pages].some(hasGroups) };
}

type Keeps = (name: string, value: unknown) => boolean;

function keepEntries(list: unknown[], keeps: Keeps): void {
  const kept = list.filter((entry, at) => keeps(`${at + 1}`, entry));
  if (kept.length < list.length) list.splice(0, list.length, ...kept);
}

function keepFields(object: Record<string, unknown>, keeps: Keeps): void {
  const properties = asObject(object.properties);
  if (properties && Array.isArray(object.required)) {
    object.required = object.required.filter((name) => {
      const property = typeof name === 'string' ? asObject(properties[name]) : undefined;
      return property === undefined || groupsOf(property).length === 0;
    });
  }
  for (const [name, value] of Object.entries(object)) if (!keeps(name, value)) delete object[name];
}

function hasGroups(page: Json): boolean {
  const metadata = asObject(asObject(page['x-mint'])?.metadata);
  return groupsOf(page).length > 0 || asList(metadata?.groups).length > 0;
}

/** Objects of a document that get pages, or that group what does. */
function pagesIn(document: Json): ReadonlySet<Json> {
  const components = asObject(document.components);
  const sections = [document.paths, document.webhooks, components?.pathItems];
  // A file that a path refers to is an item itself, or has several.
  const inFile = objectEntries(document).filter(([name]) => name.startsWith('/'));
  const items = [document, ...sections.flatMap(itemsIn), ...inFile.map(([, item]) => item)];
  const operations = items.flatMap((item) => operationsOf(item).map(([, operation]) => operation));
  const channels = [document.channels, document.operations].flatMap(itemsIn);
  return new Set([...items, ...operations, ...channels]);
}

function itemsIn(section: unknown): readonly Json[] {
  return objectEntries(section).map(([, item]) => item);
}
