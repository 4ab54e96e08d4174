/** A `ParamField` in the text of a page. */
export interface WrittenParameter {
  readonly place: (typeof places)[number];
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  /** Its default or placeholder. */
  readonly value?: string;
  /** Those between its tags: they are part of its value. */
  readonly fields: readonly Omit<WrittenParameter, 'place'>[];
}

const places = ['path', 'query', 'header', 'cookie', 'body'] as const;

/** The parameters that a page describes by hand, as far as they are in its own text. */
export function writtenParameters(text: string): readonly WrittenParameter[] {
  return nested(tagsOf(text, 'ParamField')).flatMap((tag) => {
    const place = places.find((key) => tag.attributes.has(key));
    const field = place && fieldOf(tag);
    return field ? [{ place, ...field }] : [];
  });
}

/** The field that a tag names; one in another needs no place. */
function fieldOf({ attributes, inner }: Tree): WrittenParameter['fields'][number] | undefined {
  const key = [...places, 'name'].find((one) => attributes.has(one));
  const name = key && attributes.get(key);
  if (!name) return undefined;
  const required = attributes.get('required');
  const value = attributes.get('default') ?? attributes.get('placeholder');
  return {
    ...{ name, required: required !== undefined && required !== 'false' },
    type: attributes.get('type') ?? 'string',
    ...(value ? { value } : {}),
    fields: inner.flatMap((tag) => fieldOf(tag) ?? []),
  };
}

/** The endpoints in the text of a page. */
export function writtenEndpoints(
  text: string,
): readonly { readonly method: string; readonly path: string }[] {
  return tagsOf(text, 'Endpoint')
    .filter(({ type }) => type !== 'closing')
    .map(({ attributes }) => ({
      method: (attributes.get('method') ?? 'GET').toUpperCase(),
      path: attributes.get('path') ?? '/',
    }));
}

interface Tag {
  readonly type: 'opening' | 'closing' | 'alone';
  /** Those without a value are ''. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** A tag with those between its opening and its closing one. */
interface Tree {
  readonly attributes: Tag['attributes'];
  readonly inner: Tree[];
}

/** Deepest nesting of fields that samples show. */
const deepest = 20;

function nested(tags: readonly Tag[]): readonly Tree[] {
  const top: Tree[] = [];
  const open: Tree[] = [];
  const levelOf = (depth: number) => open[depth - 1]?.inner ?? top;
  for (const { type, attributes } of tags) {
    if (type === 'closing') {
      open.pop();
      continue;
    }
    const tree: Tree = { attributes, inner: [] };
    if (open.length < deepest) levelOf(open.length).push(tree);
    if (type === 'opening') open.push(tree);
  }
  // A tag that is not closed, such as one in a text about tags, holds nothing of what follows it.
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    levelOf(open.length).push(...last.inner.splice(0));
  }
  return top;
}

/** The tags of a name, in the order of the text. */
function tagsOf(text: string, name: string): readonly Tag[] {
  if (!text.includes(`<${name}`)) return [];
  return [...text.matchAll(tag)]
    .filter(([, opened, , closed]) => (opened ?? closed) === name)
    .map(([, opened, inside = '']) => ({
      type: opened === undefined ? 'closing' : inside.endsWith('/') ? 'alone' : 'opening',
      attributes: attributesOf(inside),
    }));
}

function attributesOf(inside: string): Tag['attributes'] {
  const attributes = new Map<string, string>();
  for (const [, key = '', ...values] of inside.matchAll(attribute)) {
    attributes.set(key, values.find((value) => value !== undefined) ?? '');
  }
  return attributes;
}

const tag =
  /<(ParamField|Endpoint)\s((?:"[^"]{0,2000}"|'[^']{0,2000}'|\{(?:[^{}]|\{[^{}]{0,2000}\}){0,2000}\}|[^<>"'{}]){0,4000})>|<\/(ParamField|Endpoint)\s*>/g;
const attribute =
  /([A-Za-z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|((?:[^{}]|\{[^{}]*\})*?))\s*\}))?/g;
