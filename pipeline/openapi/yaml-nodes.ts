import { type Document, isAlias, isMap, isScalar, isSeq, type Scalar } from 'yaml';

/** Aliases that are followed to find one node: each is looked up in the whole document. */
const mostAliases = 100;

/** A node and the key that it has in a map. */
interface Entry {
  readonly key?: unknown;
  readonly value: unknown;
}

/** What is at some steps of a YAML document, behind aliases and merge keys as well. */
export function entryAt(document: Document, steps: readonly string[]): Entry | undefined {
  const search: Search = { document, left: mostAliases };
  let entry: Entry | undefined = { value: document.contents };
  for (const step of steps) entry = below(followed(entry?.value, search), step, search);
  return entry;
}

/** Whether a key says that its value is merged into the map around it; in quotes, it is a key like any other. */
export function isMergeKey(key: unknown): key is Scalar {
  return isScalar(key) && typeof key.value === 'symbol' && key.value.description === '<<';
}

interface Search {
  readonly document: Document;
  /** Aliases that may still be followed. */
  left: number;
}

function followed(node: unknown, search: Search): unknown {
  let found = node;
  while (isAlias(found) && search.left > 0) {
    search.left -= 1;
    found = found.resolve(search.document);
  }
  return found;
}

function below(node: unknown, step: string, search: Search): Entry | undefined {
  if (isSeq(node)) return { value: node.items[Number(step)] };
  if (!isMap(node)) return undefined;
  const own = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  if (own) return own;
  for (const { key, value } of node.items) {
    const merged = isMergeKey(key) ? followed(value, search) : undefined;
    for (const source of isSeq(merged) ? merged.items : [merged]) {
      const found = below(followed(source, search), step, search);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
