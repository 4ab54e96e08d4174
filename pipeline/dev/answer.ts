import { renderProblems } from '../site/layout/problem-notice.tsx';
import { addressIn, stream } from './live-reload.ts';
import { makePage } from './make.ts';
import { isFeed, problemsIn } from './preview.ts';
import type { Preview } from './shown.ts';
import { type DevState, until, wake } from './state.ts';

/** Before the site answers: makes the page that is asked for, and answers those who listen to changes. */
export async function prepareAnswer(
  state: DevState,
  request: Request,
): Promise<Response | undefined> {
  await until(state, () => state.shown !== undefined);
  const { shown } = state;
  if (!shown) return undefined;
  const { pathname } = new URL(request.url);
  if (pathname === `${shown.basePath}/_docent/dev`) {
    return stream(request, state.clients, shown.number);
  }
  const address = addressIn(request.url);
  const path = shown.site?.addresses.get(address);
  if (path !== undefined) await makePage(state, shown, path);
  else if (needsAllPages(shown, address)) await waitForAll(state);
  return undefined;
}

/** A document that says what is wrong, as long as there is no site to show. */
export function answerWithoutSite(state: DevState, request: Request, response: Response): Response {
  const { shown } = state;
  if (!shown || shown.site || new URL(request.url).pathname.startsWith('/_docent/')) {
    return response;
  }
  const errors = problemsIn(shown).filter(({ severity }) => severity === 'error');
  return new Response(renderProblems(errors, shown.notice, shown.number), {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** Files that are made of all pages: the search index, `llms.txt`, feeds; with sessions, who may have a picture. */
function needsAllPages({ site: shown, basePath }: Preview, address: string): boolean {
  if (!shown || shown.rendered) return false;
  const name = address.slice(basePath.length + 1);
  if (isFeed(name) || /^(?:llms(?:-full)?\.txt|sitemap\.xml|robots\.txt)$/.test(name)) return true;
  if (name.startsWith('_docent/search/')) return true;
  return shown.site.config.auth.enabled && shown.site.assets.has(name);
}

/** The pass through all pages continues in the meantime: it doesn't pause for these requests. */
async function waitForAll(state: DevState): Promise<void> {
  state.requests -= 1;
  wake(state);
  await until(
    state,
    () => state.shown?.site === undefined || state.shown.site.rendered !== undefined,
  );
  state.requests += 1;
}
