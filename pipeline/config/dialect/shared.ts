import { type Edit, type Fields, isFields, put, remove, say } from '../edit.ts';

/** Removes a key that has no counterpart, with a note. */
export function drop(edit: Edit, owner: Fields, key: string, why: string): void {
  say(edit, owner, key, { reason: `"${key}" is ignored: ${why}`, note: `Remove "${key}".` });
  remove(edit, owner, key);
}

/** `openapi` and `asyncapi` of any section or entry. */
export function rewriteDescriptions(edit: Edit, owner: Fields): void {
  for (const key of ['openapi', 'asyncapi']) rewriteReference(edit, owner, key);
}

function rewriteReference(edit: Edit, owner: Fields, key: string): void {
  const reference = owner[key];
  if (Array.isArray(reference) && reference.some(isFields)) {
    say(edit, owner, key, {
      severity: 'warning',
      reason: 'Only the sources of a list of descriptions are read, their directories are ignored',
      note: 'List only the sources, or use one object.',
    });
    const sources = reference.map((entry) => (isFields(entry) ? entry.source : entry));
    put(edit, owner, key, sources.flat());
  }
  if (!isFields(reference)) return;
  const { source } = reference;
  if (source === undefined) {
    say(edit, owner, key, {
      severity: 'warning',
      reason: `"${key}" without a "source" is ignored`,
      note: 'Add "source", the path or URL of the description.',
    });
    remove(edit, owner, key);
    return;
  }
  if (!Array.isArray(source) || typeof source[0] !== 'string') return;
  say(edit, reference, 'source', {
    reason: 'Only the first of several sources with one directory is read',
    note: 'Use one entry per source.',
    severity: source.length > 1 ? 'warning' : 'note',
  });
  put(edit, reference, 'source', source[0]);
}

/** `icon` of any entry: the other dialect may write an object. */
export function rewriteIcon(edit: Edit, owner: Fields, icon: Fields): void {
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
