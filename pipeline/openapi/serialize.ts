import { encodeUriPart } from '../../schema/encode-uri.ts';
import type { FormParameter } from '../../schema/form.ts';
import { writeExact } from './exact-json.ts';

/** A name and a value as they go into an address, a header or a cookie. */
export type Pair = readonly [string, string];

type Way = Omit<FormParameter, 'input'>;

/** An address with more in its query, which the address may have already. */
export function withQuery(address: string, parts: readonly string[]): string {
  if (parts.length === 0) return address;
  const between = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${between}${parts.join('&')}`;
}

/** Pairs of a parameter in a query. */
export function queryPairs(way: Way, name: string, value: unknown): readonly Pair[] {
  const pairs = pairsOf(way, name, value);
  return way.allowReserved ? pairs.map(reserved) : pairs;
}

/** A pair whose value may have the characters that separate the parts of an address. */
function reserved([name, value]: Pair): Pair {
  return [
    name,
    value.replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g, (code) => decodeURIComponent(code)),
  ];
}

/** Pairs of a parameter in a query or a cookie, by its `style` and `explode`; names and values are encoded. */
export function pairsOf(way: Way, name: string, value: unknown): readonly Pair[] {
  const key = encode(name);
  if (way.json) return [[key, encode(writeExact(value))]];
  const explode = way.explode ?? way.style === undefined;
  // Some programs refuse an address with a bare space or pipe; a comma may be in one.
  const separator =
    way.style === 'spaceDelimited' ? '%20' : way.style === 'pipeDelimited' ? '%7C' : ',';
  const joined = (parts: readonly unknown[]): Pair => [
    key,
    parts.map((part) => encode(plain(part))).join(separator),
  ];
  if (Array.isArray(value)) {
    return explode ? value.map((item) => [key, encode(plain(item))]) : [joined(value)];
  }
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (way.style === 'deepObject') {
      return entries.flatMap(([part, item]) => deep(`${name}[${part}]`, item));
    }
    return explode
      ? entries.map(([part, item]) => [encode(part), encode(plain(item))])
      : [joined(entries.flat())];
  }
  return [[key, encode(plain(value))]];
}

/** The separator of the values of a list in one text. */
export function separatorOf(style: string | undefined): string {
  return style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
}

function deep(name: string, value: unknown): readonly Pair[] {
  if (Array.isArray(value)) return value.map((item) => [encode(name), encode(plain(item))]);
  if (!isObject(value)) return [[encode(name), encode(plain(value))]];
  return Object.entries(value).flatMap(([part, item]) => deep(`${name}[${part}]`, item));
}

/** A value in a path. */
export function pathText(way: Way, name: string, value: unknown): string {
  if (way.json) return encode(writeExact(value));
  const { style, explode = false } = way;
  const first = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  const between = explode && first !== '' ? first : ',';
  const named = style === 'matrix' ? `${encode(name)}=` : '';
  if (Array.isArray(value)) {
    const items = value.map((item) => encode(plain(item)));
    if (explode) return first + items.map((item) => named + item).join(between);
    return first + named + items.join(',');
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => [encode(key), encode(plain(item))]);
    if (explode) return first + entries.map((entry) => entry.join('=')).join(between);
    return first + named + entries.flat().join(',');
  }
  return first + named + encode(plain(value));
}

/** A value in a header. */
export function headerText(way: Way, value: unknown): string {
  if (way.json) return writeExact(value);
  if (Array.isArray(value)) return value.map(plain).join(',');
  if (!isObject(value)) return plain(value);
  const entries = Object.entries(value).map(([key, item]) => [key, plain(item)]);
  return entries.map((entry) => entry.join(way.explode ? '=' : ',')).join(',');
}

/** A value as text; what has no usual form is JSON. */
export function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? writeExact(value) : String(value);
}

/** Placeholders such as `<token>` stay readable. */
export function encode(text: string): string {
  return encodeUriPart(text).replace(/%3C([\w-]+)%3E/g, '<$1>');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)
  );
}
