import type {
  ApiCall,
  ChatStream,
  ClientOptions,
  Page,
  PagedCall,
  RequestOptions,
} from './calls.ts';
import { chatEvents } from './chat.ts';
import { type Operations, operations } from './operations.ts';
import { type Answer, type Outgoing, send } from './send.ts';

export type {
  ApiCall,
  ChatStream,
  ClientOptions,
  Page,
  PagedCall,
  RequestOptions,
} from './calls.ts';
export { DocentConnectionError, DocentError } from './errors.ts';
export type * from './models.ts';

/** A method for each operation of the service API. */
export type DocentClient = Operations;

/** A client of the service API at one address. */
export function createClient(options: ClientOptions): DocentClient {
  const { protocol } = new URL(options.baseUrl);
  if (!/^https?:$/.test(protocol)) {
    throw new TypeError(`baseUrl is "${options.baseUrl}": expected an address with http or https`);
  }
  const methods = Object.entries(operations).map(([name, line]) => [
    name,
    (...args: unknown[]) => callOf(options, name, line, args),
  ]);
  return Object.fromEntries(methods) as DocentClient;
}

/** Starts an operation: its arguments are those of the path, its body or query, and the options. */
function callOf(
  client: ClientOptions,
  name: string,
  line: string,
  args: readonly unknown[],
): ApiCall<unknown> | PagedCall<unknown> | ChatStream {
  const [method = '', template = '', ...flags] = line.split(' ');
  const left = [...args];
  const place = template.replace(/\{(\w+)\}/g, (_, field) => pathPart(name, field, left.shift()));
  // Operations without a body and a query have their options here.
  const takesBytes = flags.includes('bytes');
  const input = flags.includes('input') || takesBytes ? left.shift() : undefined;
  const options = left.shift() as RequestOptions | undefined;
  const isQuery = method === 'GET' || method === 'DELETE';
  const request: Outgoing = {
    method,
    path: isQuery ? withQuery(place, input) : place,
    ...(isQuery || input === undefined ? {} : { body: input }),
    takesBytes,
    takesKey: flags.includes('key'),
  };
  if (flags.includes('stream')) {
    return {
      [Symbol.asyncIterator]: () => chatEvents(client, { ...request, stream: true }, options),
    };
  }
  if (!flags.includes('list')) {
    return apiCall(send(client, request, options), (body) => (body as { data: unknown }).data);
  }
  const pageAt = (path: string) =>
    apiCall(send(client, { ...request, path }, options), (body) => body as Page<unknown>);
  const first = pageAt(request.path);
  const next = (query: string) => pageAt(`${place}?${query}`);
  return Object.assign(first, { [Symbol.asyncIterator]: () => entries(first, next) });
}

/** The entries of a page and of those after it, as the `Link` header of each page says. */
async function* entries(
  first: ApiCall<Page<unknown>>,
  next: (query: string) => ApiCall<Page<unknown>>,
): AsyncGenerator<unknown, void> {
  for (let call = first; ; ) {
    const { data: page, response } = await call.withResponse();
    yield* page.data;
    const link = response.headers.get('link') ?? '';
    const query = /<[^>?]*\?([^>]*)>; rel="next"/.exec(link)?.[1];
    if (query === undefined) return;
    call = next(query);
  }
}

function apiCall<T>(answer: Promise<Answer>, read: (body: unknown) => T): ApiCall<T> {
  const result = answer.then(({ response, text }) => ({ response, data: read(JSON.parse(text)) }));
  const data = result.then((read) => read.data);
  const withResponse = () => {
    // Of the two, only the other one is awaited: a failure of this one would end the program.
    data.catch(() => {});
    return result;
  };
  return Object.assign(data, { withResponse });
}

/** A value that would lead to another operation is refused: empty, or a step up in the path. */
function pathPart(name: string, field: string, value: unknown): string {
  const parts = typeof value === 'string' ? value.split('/') : [''];
  if (parts.some((part) => /^\.{0,2}$/.test(part))) {
    throw new TypeError(
      `${name}: ${field} is ${JSON.stringify(value)}, which is not part of a path`,
    );
  }
  return parts.map(encodeURIComponent).join('/');
}

function withQuery(path: string, values: unknown): string {
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
