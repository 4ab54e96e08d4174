import type { SiteReader } from '../../pipeline/output/read.ts';
import { guard, isAhead, notAhead, type Reading, type SiteAccess } from '../site/access.ts';
import { asksForNote, runtimeNote } from '../site/note.ts';
import { readAddress, serveSite } from '../site/serve.ts';
import { authFolder } from '../site/sign-in-parts.ts';
import { answerAsked, type PreviewApi, previewNote } from './assistant.ts';
import { previewBar, withBar } from './bar.ts';
import type { OpenPreview } from './open.ts';

interface Asked {
  readonly shown: OpenPreview;
  readonly live: SiteReader;
  /** The reader of the live site: whoever may not read a page there, may not read it here. */
  readonly reading: Reading;
  readonly api: PreviewApi;
  /** Signs readers in, at a host of the preview's own: no session of the live site gets there. */
  readonly access?: SiteAccess;
}

/**
 * The answer of a preview: its own files, with the bar on its pages, and its own assistant. Nothing is counted or
 * kept, and search engines are told to go.
 */
export async function answerPreview(request: Request, asked: Asked): Promise<Response> {
  const answer = await answered(request, asked);
  answer.headers.set('x-robots-tag', 'noindex, nofollow');
  return answer;
}

async function answered(request: Request, asked: Asked): Promise<Response> {
  const { shown, live, reading, api, access } = asked;
  const { reader } = shown;
  if (asksForNote(request, reader)) return runtimeNote(previewNote(shown));
  const said = await answerAsked(request, shown, api);
  if (said) return said;
  const url = new URL(request.url);
  const { basePath } = reader.deployment;
  const place = access ? asSignInPlace(reader, live) : live;
  const { client } = reading;
  const signIn =
    client && (await access?.answer({ request, site: place, client, project: api.project }));
  if (signIn) return signIn;
  // Readers sign in at the live site, whose address their provider knows.
  if (!access && url.pathname.startsWith(basePath + authFolder)) {
    const location = live.deployment.basePath + url.pathname.slice(basePath.length) + url.search;
    return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
  }
  const address = readAddress(url.pathname) ?? '';
  const file = reader.file(address);
  if (file?.protected) {
    const denied = await guard(place, file, { url, reading });
    if (denied) return isAhead(request) ? notAhead() : denied;
  }
  const { session } = reading;
  if (file && !file.type.startsWith('text/html')) return serveSite(request, reader, { session });
  const page = await serveSite(asWhole(request), reader, { session });
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
  return withBar(
    page,
    await previewBar({ ...shown, address, isApart: access !== undefined }, live, reading),
  );
}

/** Where readers sign in for a preview at its own host: at its addresses, as the live site says who may. */
function asSignInPlace(reader: SiteReader, { config: { auth } }: SiteReader): SiteReader {
  return { ...reader, config: { ...reader.config, auth } };
}

/** The request without what answers less than the whole page: the bar is written into it. */
function asWhole(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of [
    ...['accept-encoding', 'if-none-match', 'if-modified-since', 'if-match'],
    ...['if-unmodified-since', 'range', 'if-range'],
  ]) {
    headers.delete(name);
  }
  return new Request(request.url, { method: request.method, headers });
}
