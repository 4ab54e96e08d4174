import type { FormParameter, RequestForm } from '../../../../schema/form.ts';
import { bodyFields, type FieldedBody } from '../../../openapi/body-fields.ts';
import { writeExact } from '../../../openapi/exact-json.ts';
import {
  encode,
  headerText,
  type Pair,
  pairsOf,
  pathText,
  plain,
  queryPairs,
  withQuery,
} from '../../../openapi/serialize.ts';

/** What a way to authenticate adds to a request. */
export interface Credentials {
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
}

/** Everything that is typed into the form. */
export interface Typed {
  /** Address of the server with its variables filled in. */
  readonly server: string;
  /** In the order of the form's parameters; undefined is left out. */
  readonly parameters: readonly unknown[];
  readonly body?: FieldedBody;
}

/** A request, whoever sends it. */
export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Pair[];
  /** Encoded. */
  readonly cookies: readonly Pair[];
  readonly body?: FieldedBody;
}

/** The request that the form describes. */
export function buildRequest(
  form: RequestForm,
  typed: Typed,
  credentials: Credentials,
): BuiltRequest {
  const given = form.parameters
    .map((parameter, index) => ({ parameter, value: typed.parameters[index] }))
    .filter(({ value }) => value !== undefined);
  const inPlace = (place: FormParameter['in']) =>
    given.filter(({ parameter }) => parameter.in === place);
  let path = form.path;
  for (const { parameter, value } of inPlace('path')) {
    const { name } = parameter.input;
    path = path.replaceAll(`{${name}}`, () => pathText(parameter, name, value));
  }
  const query = [
    ...inPlace('query').flatMap(({ parameter, value }) =>
      queryPairs(parameter, parameter.input.name, value),
    ),
    ...encoded(credentials.query),
  ].map((pair) => pair.join('='));
  const server = typed.server.replace(/\/+$/, '');
  return {
    method: form.method,
    url: withQuery(`${server}${path}`, query),
    headers: [
      ...credentials.headers,
      ...inPlace('header').map(
        ({ parameter, value }): Pair => [parameter.input.name, headerText(parameter, value)],
      ),
    ],
    cookies: [
      ...encoded(credentials.cookies),
      ...inPlace('cookie').flatMap(({ parameter, value }) =>
        pairsOf(parameter, parameter.input.name, value),
      ),
    ],
    ...(typed.body === undefined ? {} : { body: typed.body }),
  };
}

function encoded(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.map(([name, value]) => [encode(name), encode(value)]);
}

/** The cookies of a request as one header. */
export function cookieHeader({ cookies }: BuiltRequest): readonly Pair[] {
  if (cookies.length === 0) return [];
  return [['Cookie', cookies.map((pair) => pair.join('=')).join('; ')]];
}

/** The body as `fetch` takes it, and the content type unless that is set with a boundary. */
export function encodeBody({ body }: BuiltRequest): {
  readonly data?: BodyInit;
  readonly contentType?: string;
} {
  if (!body) return {};
  const { mediaType, value } = body;
  if (value instanceof Blob) {
    const own = mediaType.includes('*') ? value.type || 'application/octet-stream' : mediaType;
    return { data: value, contentType: own };
  }
  if (/^multipart\//i.test(mediaType)) return { data: formData(body) };
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) {
    const fields = new URLSearchParams();
    for (const { name, value: text } of bodyFields(body)) fields.append(name, String(text));
    return { data: fields.toString(), contentType: mediaType };
  }
  const contentType = mediaType.includes('*') ? 'application/json' : mediaType;
  if (isJson(contentType)) return { data: writeExact(value), contentType };
  return { data: plain(value), contentType };
}

/** Whether a content type is JSON. */
export function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType) || mediaType === '*/*';
}

function formData(body: FieldedBody): FormData {
  const data = new FormData();
  for (const { name, value, type } of bodyFields(body)) {
    if (value instanceof Blob) data.append(name, value);
    // Only files have a type in a form of the browser.
    else if (type !== undefined && !/^text\/plain\b/i.test(type)) {
      data.append(name, new Blob([String(value)], { type }));
    } else data.append(name, String(value));
  }
  return data;
}
