import type { FormEncoding } from '../../schema/form.ts';
import { isObject, plain, separatorOf } from './serialize.ts';

/** A body with fields, and how they are written. */
export interface FieldedBody {
  readonly mediaType: string;
  readonly value: unknown;
  readonly encoding?: Readonly<Record<string, FormEncoding>>;
}

/** A field of a form as it is sent: a text, or a file. */
export interface BodyField {
  readonly name: string;
  readonly value: unknown;
  /** Content type of a part of a multipart body that is not plain text. */
  readonly type?: string;
}

/** Fields of a form in their order; items of a list are fields of one name unless the description says otherwise. */
export function bodyFields({ mediaType, value, encoding = {} }: FieldedBody): readonly BodyField[] {
  if (!isObject(value)) return [];
  const write = /^multipart\//i.test(mediaType) ? partsOf : textsOf;
  return Object.entries(value).flatMap(([name, item]) =>
    item === undefined
      ? []
      : write(name, item, (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? {}),
  );
}

function partsOf(name: string, value: unknown, way: FormEncoding): readonly BodyField[] {
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    const isNested = typeof item === 'object' && item !== null && !(item instanceof Blob);
    const type = way.contentType ?? (isNested ? 'application/json' : undefined);
    return {
      name,
      value: item instanceof Blob ? item : plain(item),
      ...(type === undefined ? {} : { type }),
    };
  });
}

function textsOf(name: string, value: unknown, way: FormEncoding): readonly BodyField[] {
  const { style } = way;
  if (style === 'deepObject') return deep(name, value);
  const explode = way.explode ?? (style === undefined || style === 'form');
  const joined = (parts: readonly unknown[]) => [
    { name, value: parts.map(plain).join(separatorOf(style)) },
  ];
  if (Array.isArray(value)) {
    return explode ? value.map((item) => ({ name, value: plain(item) })) : joined(value);
  }
  // Without a style, an object is sent as JSON.
  if (!isObject(value) || (style === undefined && way.explode === undefined)) {
    return [{ name, value: plain(value) }];
  }
  const entries = Object.entries(value);
  return explode
    ? entries.map(([key, item]) => ({ name: key, value: plain(item) }))
    : joined(entries.flat());
}

/** `meta[key]`, `expand[]`, and `items[0][price]` where an item has fields of its own. */
function deep(name: string, value: unknown): readonly BodyField[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      typeof item === 'object' && item !== null
        ? deep(`${name}[${index}]`, item)
        : [{ name: `${name}[]`, value: plain(item) }],
    );
  }
  if (!isObject(value)) return [{ name, value: plain(value) }];
  return Object.entries(value).flatMap(([key, item]) => deep(`${name}[${key}]`, item));
}
