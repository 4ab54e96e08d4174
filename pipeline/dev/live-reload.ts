import type { Problem } from '../../schema/errors.ts';
import type { Page } from '../../schema/site.ts';
import { inOrder } from '../check/in-order.ts';
import { isOfSite } from '../site/layout/problem-notice.tsx';

/**
 * What its author has to fix on a page, and what is wrong with the site as a whole, errors first and notes last.
 * `problems` are those of all pages, in any order.
 */
export function problemsOf(
  page: Page | undefined,
  problems: readonly Problem[],
  links: readonly Problem[],
): readonly Problem[] {
  const own = new Set(page ? [page.file.path, ...page.uses] : []);
  const ofPage = problems.filter((problem) => {
    const { file, severity, ruleId } = problem;
    if (severity === 'error') return own.has(file) || file === '' || isOfSite(problem);
    if (severity === 'warning') return own.has(file) || isOfSite(problem);
    // A field of the page's own, or one that is misspelled: only its author knows.
    return ruleId === 'frontmatter-unknown-key' && own.has(file);
  });
  const found = inOrder(ofPage);
  const all = page ? [...found, ...links] : found;
  const ranks = ['error', 'warning', 'note'] as const;
  return ranks.flatMap((rank) => all.filter(({ severity }) => severity === rank));
}

/** Address path of a request, as manifests have it; '' when it is none. */
export function addressIn(url: string): string {
  try {
    const path = decodeURIComponent(new URL(url).pathname).normalize('NFC');
    return path.replace(/\/+$/, '') || '/';
  } catch {
    return '';
  }
}

/** What an open page does about a change: takes over the new article, loads its styles again, or all of it. */
export type PageChange = 'update' | 'styles' | 'reload';

/** An open page that wants to know of changes. */
export interface Client {
  /** Where it is; undefined when the browser doesn't say. */
  readonly address: string | undefined;
  readonly send: (type: PageChange) => void;
  readonly close: () => void;
}

/**
 * The stream of changes that an open page listens to. The page says which build it is from: what was built
 * while it was on its way has passed it by.
 */
export function stream(request: Request, clients: Set<Client>, build: number): Response {
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
      const from = new URL(request.url).searchParams.get('build');
      if (from !== null && from !== String(build)) client.send('reload');
      beat = setInterval(() => write(': still here\n\n'), 15_000);
    },
    cancel: end,
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
