import { bodyFields, type FieldedBody } from './body-fields.ts';
import { writeExact } from './exact-json.ts';

/** A request as the samples show it. */
export interface RequestShape {
  readonly method: string;
  readonly url: string;
  /** Names as written in the description, values with words in angle brackets to fill in. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: FieldedBody;
}

/** A body in the one of five forms that languages write differently. */
export type Content =
  | { readonly type: 'none' }
  /** All of it is a file. */
  | { readonly type: 'file' }
  | { readonly type: 'json'; readonly value: unknown; readonly text: string }
  | { readonly type: 'form'; readonly pairs: readonly Pair[] }
  | { readonly type: 'multipart'; readonly pairs: readonly Pair[] }
  | { readonly type: 'text'; readonly text: string };

/** A field of a form. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  readonly file: boolean;
  /** Content type of a part that is not plain text. */
  readonly type?: string;
}

/** Methods that languages have names for. */
export const usualMethods: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
]);

/** In place of the bytes of a file in examples. */
export const fileMark = '@file';

/** Media types whose bodies are bytes, not text. */
const binaryTypes =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|wasm|zip|gzip|x-tar)\b)/i;

/** Whether a body of this media type is a file, whatever its schema says. */
export function isBinary(mediaType: string): boolean {
  return binaryTypes.test(mediaType);
}

/** A body in the form that languages write it. */
export function contentOf({ body }: RequestShape): Content {
  if (!body) return { type: 'none' };
  const media = body.mediaType.toLowerCase();
  if (isBinary(media)) return { type: 'file' };
  if (media.startsWith('multipart/')) return { type: 'multipart', pairs: pairsOf(body) };
  if (media === 'application/x-www-form-urlencoded') {
    return { type: 'form', pairs: pairsOf(body) };
  }
  if (/[/+]json\b/.test(media) || media === '*/*') {
    return { type: 'json', value: body.value, text: writeExact(body.value, 2) };
  }
  const text = typeof body.value === 'string' ? body.value : writeExact(body.value, 2);
  return text === fileMark || isBytes(text) ? { type: 'file' } : { type: 'text', text };
}

/** Control characters can't be part of a command, nor of a page. */
function isBytes(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return /[\0-\x08\v\f\x0e-\x1f]/.test(text);
}

function pairsOf(body: FieldedBody): readonly Pair[] {
  return bodyFields(body).map(({ name, value, type }) => ({
    name,
    file: value === fileMark,
    value: String(value),
    ...(type === undefined || value === fileMark ? {} : { type }),
  }));
}

/** Headers with the content type, which the boundary of a multipart body sets by itself. */
export function headersOf(request: RequestShape): readonly (readonly [string, string])[] {
  const type = request.body?.mediaType;
  if (!type || type.startsWith('multipart/')) return request.headers;
  return [...request.headers, ['Content-Type', type === '*/*' ? 'application/json' : type]];
}

/** Whether several fields have one name: a map of them would lose all but the last. */
export function hasRepeated(pairs: readonly Pair[]): boolean {
  return new Set(pairs.map(({ name }) => name)).size < pairs.length;
}

/** Whether a part of a multipart body is a text that has a type of its own. */
export function isTyped({ file, type }: Pair): boolean {
  return !file && type !== undefined;
}

/** The name of a part in its header, with quotes written as browsers write them. */
export function partName(name: string): string {
  return `name="${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`;
}

/** Body as one text, for languages whose samples build it by hand. */
export function bodyText(content: Content): string | undefined {
  if (content.type === 'json' || content.type === 'text') return content.text;
  if (content.type !== 'form') return undefined;
  return new URLSearchParams(content.pairs.map((pair) => [pair.name, pair.value])).toString();
}

/** What is to be filled in in an address, and a value for it: some languages refuse the signs around it. */
export function openParts(url: string): readonly (readonly [string, string])[] {
  const parts = new Set(url.match(/\{[^{}]+\}|<[\w-]+>/g));
  return [...parts].map((part) => [part, part.slice(1, -1).replace(/[^\w-]/g, '_')]);
}

/** A text in single quotes as JavaScript reads it. */
export function quoted(text: string): string {
  return literal(text).replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

/** A text in single quotes in Ruby and PHP, where the only escapes are those of quotes and strokes. */
export function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** All lines of a text but the first moved in. */
export function indent(text: string, space: string): string {
  return text.replaceAll('\n', `\n${space}`);
}
