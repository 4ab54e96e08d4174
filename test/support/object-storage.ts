import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureTrouble } from './aws-signature.ts';

/**
 * Object storage as its clients speak to it, in memory: one object after the other, parts of them, lists. With a
 * secret, requests have to be signed with it.
 */
export async function openObjectStorage({ secret }: { readonly secret?: string } = {}) {
  const objects = new Map<string, Buffer>();
  /** What clients asked for: method and path. */
  const requests: string[] = [];
  /** Regions that they were signed for. */
  const regions = new Set<string>();
  const state = { isSilent: false, isCut: false, refused: /$^/ };
  /** When objects were written. */
  const written = new Map<string, number>();
  const server = createServer((request, response) => {
    if (state.isSilent) return;
    const isRefused = state.refused.test(`${request.method} ${request.url}`);
    if (state.isCut || isRefused) return void request.socket.destroy();
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://storage');
    const key = decodeURIComponent(url.pathname.slice(1));
    requests.push(`${request.method} ${url.pathname}`);
    const [, region] =
      /Credential=[^/]+\/\d+\/([^/]+)/.exec(request.headers.authorization ?? '') ?? [];
    if (region) regions.add(region);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const known = objects.get(key);
    const fail = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const trouble = secret === undefined ? undefined : signatureTrouble(request, body, secret);
    if (trouble !== undefined) return void fail(403, trouble);
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2') {
      response.end(listOf(key.replace(/\/$/, ''), url.searchParams));
    } else if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, name = ''] of String(body).matchAll(/<Key>(.*?)<\/Key>/g)) {
        objects.delete(`${key.replace(/\/$/, '')}/${name}`);
      }
      response.end('<DeleteResult/>');
    } else if (request.method === 'PUT') {
      // Of several writers of one version, one wins.
      if (known && request.headers['if-none-match'] === '*') fail(412, 'PreconditionFailed');
      else {
        const source = request.headers['x-amz-copy-source'];
        const from = typeof source === 'string' && decodeURIComponent(source).replace(/^\//, '');
        const content = from ? objects.get(from) : unchunked(request, body);
        if (!content) return void fail(404, 'NoSuchKey');
        objects.set(key, content);
        written.set(key, Date.now());
        response.setHeader('etag', tagOf(content));
        response.end(
          from ? `<CopyObjectResult><ETag>${tagOf(content)}</ETag></CopyObjectResult>` : '',
        );
      }
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (!known) fail(404, 'NoSuchKey');
    else {
      const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const start = from ? Number(from) : to ? Math.max(0, known.length - Number(to)) : 0;
      const end = from && to ? Math.min(known.length, Number(to) + 1) : known.length;
      const part = known.subarray(start, end);
      response.writeHead(request.headers.range ? 206 : 200, {
        etag: tagOf(known),
        'last-modified': new Date(0).toUTCString(),
        'content-length': part.length,
        ...(request.headers.range
          ? { 'content-range': `bytes ${start}-${end - 1}/${known.length}` }
          : {}),
      });
      response.end(request.method === 'HEAD' ? undefined : part);
    }
  }

  /** Names below a prefix; those with a delimiter after it are listed once. */
  function listOf(bucket: string, asked: URLSearchParams): string {
    const prefix = asked.get('prefix') ?? '';
    const delimiter = asked.get('delimiter');
    const folders = new Set<string>();
    const entries = [...objects].sort().flatMap(([name, content]) => {
      const key = name.slice(bucket.length + 1);
      if (!name.startsWith(`${bucket}/`) || !key.startsWith(prefix)) return [];
      const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      if (at >= 0) folders.add(key.slice(0, at + 1));
      return at >= 0
        ? []
        : [
            `<Contents><Key>${key}</Key><LastModified>${new Date(written.get(name) ?? 0).toISOString()}</LastModified><ETag>${tagOf(content)}</ETag><Size>${content.length}</Size></Contents>`,
          ];
    });
    const common = [...folders].map(
      (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
    );
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}${common.join('')}</ListBucketResult>`;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    requests,
    regions,
    /** Answers nothing from now on. */
    fallSilent: () => {
      state.isSilent = true;
    },
    /** Breaks all connections, until it is called with false. */
    /** Breaks the connection of requests whose method and path match; of none without a pattern. */
    refuse: (pattern = /$^/) => {
      state.refused = pattern;
    },
    cut: (isCut = true) => {
      state.isCut = isCut;
      if (isCut) server.closeAllConnections();
    },
    address: `http://127.0.0.1:${port}`,
    /** The settings that a client needs to find it. */
    environment: {
      AWS_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ALLOW_HTTP: 'true',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: secret ?? 'test',
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function tagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}

/** A body without the signatures between its parts. */
function unchunked(request: IncomingMessage, body: Buffer): Buffer {
  if (!String(request.headers['x-amz-content-sha256']).startsWith('STREAMING')) return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, end), 16);
    if (length === 0) break;
    parts.push(body.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
  return Buffer.concat(parts);
}
