import { parseJson } from '../../schema/json-text.ts';
import type { JsonFault } from '../../schema/json-values.ts';
import type { Origins } from '../../schema/pointer.ts';
import { pathOf } from '../../schema/redirect.ts';
import { dropEntries, type Fields, fieldsIn, isFields, newEdit, put } from '../config/edit.ts';
import { resolveRef } from '../config/include.ts';
import { printEdited } from '../config/print.ts';
import { addressOf, type ProposedRedirect } from './folders.ts';

/** A file of the configuration with redirects added. */
export interface FixedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Adds redirects to `docs.json`, or to the file that its `redirects` are in, with the formatting of the
 * file. Redirects that lead to a page that moved lead to its new place then, and one from a page that is
 * back is dropped: no chain and no loop is left. Undefined if a file can't be read as JSON.
 */
export function withRedirects(
  proposed: readonly ProposedRedirect[],
  read: (path: string) => string | undefined,
): FixedFile | undefined {
  const root = parsed('docs.json', read);
  if (!root || !isFields(root.value)) return undefined;
  const ref = isFields(root.value.redirects) ? root.value.redirects.$ref : undefined;
  if (ref === undefined) {
    const list = Array.isArray(root.value.redirects) ? root.value.redirects : [];
    if (list !== root.value.redirects) put(root.edit, root.value, 'redirects', list);
    return fixed(root, list, proposed);
  }
  const path = typeof ref === 'string' ? resolveRef('docs.json', ref) : undefined;
  const other = path === undefined ? undefined : parsed(path, read);
  return other && Array.isArray(other.value) ? fixed(other, other.value, proposed) : undefined;
}

function parsed(path: string, read: (path: string) => string | undefined) {
  const text = read(path);
  if (text === undefined) return undefined;
  const origins: Origins = new WeakMap();
  const { value, faults } = parseJson(text, { file: path, origins });
  const isWhole = value !== undefined && !faults.some((fault: JsonFault) => fault.fatal);
  return isWhole ? { path, text, value, edit: newEdit(origins) } : undefined;
}

function fixed(
  { path, text, value, edit }: NonNullable<ReturnType<typeof parsed>>,
  list: unknown[],
  proposed: readonly ProposedRedirect[],
): FixedFile {
  const moved = new Map<string, string>();
  for (const { pages } of proposed) {
    for (const { path: from, likely } of pages) {
      if (likely) moved.set(addressOf(from), addressOf(likely.to));
    }
  }
  const targets = new Set(moved.values());
  const back = new Set<number>();
  for (const [index, entry] of list.entries()) {
    if (isFields(entry) && targets.has(plain(entry.source))) back.add(index);
  }
  dropEntries(edit, list, back);
  for (const entry of fieldsIn(list))
    lead(entry, moved, (to) => put(edit, entry, 'destination', to));
  for (const { source, destination } of proposed) list.push({ source, destination });
  edit.touched.add(list);
  return { path, text: printEdited(value, { text, file: path, edit }) };
}

/** Leads a redirect to the new place of its page, with the same query and fragment. */
function lead(entry: Fields, moved: ReadonlyMap<string, string>, to: (address: string) => void) {
  const { destination } = entry;
  if (typeof destination !== 'string') return;
  const now = moved.get(plain(destination));
  if (now !== undefined) to(now + destination.slice(pathOf(destination).length));
}

/** A written path as `addressOf` has it. */
function plain(written: unknown): string {
  if (typeof written !== 'string') return '';
  const path = pathOf(written.trim()).replace(/(.)\/$/, '$1');
  return path.startsWith('/') ? path : `/${path}`;
}
