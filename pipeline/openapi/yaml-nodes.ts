import { type Document, isAlias, isMap, isScalar, isSeq, type Scalar } from 'yaml';

/** Aliases that are followed to find one node: each is looked up in the whole document. */
const mostAliases = 100;

/** The node at some steps of a YAML document, behind aliases and merge keys as well. */
export function nodeAt(document: Document, steps: readonly string[]): unknown {
  const search: Search = { document, left: mostAliases };
  let node: unknown = document.contents;
  for (const step of steps) node = below(followed(node, search), step, search);
  return node;
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

function below(node: unknown, step: string, search: Search): unknown {
  if (isSeq(node)) return node.items[Number(step)];
  if (!isMap(node)) return undefined;
  const own = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  if (own) return own.value;
  for (const { key, value } of node.items) {
    const merged = isMergeKey(key) ? followed(value, search) : undefined;
    for (const source of isSeq(merged) ? merged.items : [merged]) {
      const found = below(followed(source, search), step, search);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
