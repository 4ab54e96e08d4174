import type { Problem } from '../schema/errors.ts';
import type { Page } from '../schema/site.ts';
import type { PageFacts } from './render.ts';

/** What a build shows at each address. */
export interface Shown {
  readonly problems: readonly Problem[];
  readonly facts: ReadonlyMap<string, PageFacts>;
  readonly frameKey: string;
  /** Address → page. */
  readonly addresses: ReadonlyMap<string, Page>;
}

/** Problems that stand in the place of the page at an address. */
export function shownAt(address: string, built: Shown): readonly Problem[] {
  const errors = built.problems.filter(
    (problem) => problem.severity === 'error' && !brokenLinks.has(problem.ruleId),
  );
  if (errors.length === 0) return errors;
  const page = built.addresses.get(address);
  const own = new Set(['', 'docs.json', ...(page ? [page.file.path, ...page.uses] : [])]);
  return errors.filter((problem) => own.has(problem.file));
}

/** A link that leads nowhere doesn't keep its page from being read. */
const brokenLinks = new Set(['broken-link', 'broken-anchor', 'missing-file', 'malformed-link']);

/** Address path of a request, as manifests have it. */
export function addressIn(url: string): string {
  try {
    const path = decodeURIComponent(new URL(url).pathname).normalize('NFC');
    return path.replace(/\/+$/, '') || '/';
  } catch {
    return '';
  }
}

/** An open page that wants to know of changes. */
export interface Client {
  /** Where it is; undefined when the browser doesn't say. */
  readonly address: string | undefined;
  readonly send: (type: 'update' | 'reload') => void;
  readonly close: () => void;
}

/** Tells a client what happened to its page, if anything did. */
export function tell(client: Client, before: Shown, after: Shown): void {
  const { address } = client;
  if (address === undefined || before.frameKey !== after.frameKey) {
    client.send('reload');
    return;
  }
  const was = JSON.stringify(shownAt(address, before));
  const is = JSON.stringify(shownAt(address, after));
  if (was !== is) {
    client.send('reload');
    return;
  }
  const factsOf = (built: Shown) => built.facts.get(built.addresses.get(address)?.path ?? '')?.hash;
  if (factsOf(before) !== factsOf(after)) client.send('update');
}

/** The stream of changes that an open page listens to. */
export function stream(request: Request, clients: Set<Client>): Response {
  const encoder = new TextEncoder();
  let client: Client | undefined;
  let beat: NodeJS.Timeout | undefined;
  const end = () => {
    clearInterval(beat);
    if (client) clients.delete(client);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          end();
        }
      };
      const referrer = request.headers.get('referer');
      client = {
        address: referrer === null ? undefined : addressIn(referrer),
        send: (type) => write(`data: ${JSON.stringify({ type })}\n\n`),
        close: () => {
          end();
          controller.close();
        },
      };
      clients.add(client);
      write('retry: 500\n\n');
      beat = setInterval(() => write(': still here\n\n'), 15_000);
    },
    cancel: end,
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
