/** A `ParamField` in the text of a page. */
export interface WrittenParameter {
  readonly place: (typeof places)[number];
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  /** Its default or placeholder. */
  readonly value?: string;
}

const places = ['path', 'query', 'header', 'cookie', 'body'] as const;

/** The parameters that a page describes by hand, as far as they are in its own text. */
export function writtenParameters(text: string): readonly WrittenParameter[] {
  return tagsOf(text, 'ParamField').flatMap((attributes) => {
    const place = places.find((key) => attributes.has(key));
    const name = place && attributes.get(place);
    if (!place || !name) return [];
    const required = attributes.get('required');
    const value = attributes.get('default') ?? attributes.get('placeholder');
    return [
      {
        ...{ place, name, required: required !== undefined && required !== 'false' },
        type: attributes.get('type') ?? 'string',
        ...(value ? { value } : {}),
      },
    ];
  });
}

/** The endpoints in the text of a page. */
export function writtenEndpoints(
  text: string,
): readonly { readonly method: string; readonly path: string }[] {
  return tagsOf(text, 'Endpoint').map((attributes) => ({
    method: (attributes.get('method') ?? 'GET').toUpperCase(),
    path: attributes.get('path') ?? '/',
  }));
}

/** Attributes of the opening tags of a name; those without a value are ''. */
function tagsOf(text: string, name: string): readonly ReadonlyMap<string, string>[] {
  if (!text.includes(`<${name}`)) return [];
  return [...text.matchAll(opening)]
    .filter(([, found]) => found === name)
    .map(([, , inside = '']) => {
      const attributes = new Map<string, string>();
      for (const [, key = '', ...values] of inside.matchAll(attribute)) {
        attributes.set(key, values.find((value) => value !== undefined) ?? '');
      }
      return attributes;
    });
}

const opening =
  /<(ParamField|Endpoint)\s((?:"[^"]{0,2000}"|'[^']{0,2000}'|\{[^{}]{0,2000}\}|[^<>"'{}]){0,4000})>/g;
const attribute =
  /([A-Za-z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^{}]*?))\s*\}))?/g;
