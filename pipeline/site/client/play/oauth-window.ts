import { type AskForCode, OAuthError } from './oauth-token.ts';

/** What the page that a sign-in returns to says (`client/oauth.ts`). */
interface Returned {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
}

/** Where a sign-in returns to: one page of the site, so that an API has to know a single address. */
export function redirectAddress(): string {
  const base = document.documentElement.dataset.base ?? '';
  return `${location.origin}${base}/_docent/oauth.html`;
}

/**
 * Opens a sign-in in a window of its own. Its answer comes over a channel of the site: the window may not know who
 * opened it any more. An answer with another state is not ours.
 */
export const askForCode: AskForCode = (address, state, signal) => {
  const redirect = redirectAddress();
  const target = new URL(address);
  // A script in place of an address would run in this page.
  if (!/^https?:$/.test(target.protocol)) {
    return Promise.reject(new OAuthError('address', address));
  }
  target.searchParams.set('redirect_uri', redirect);
  const channel = new BroadcastChannel('docent-oauth');
  const opened = window.open(target.href, 'docent-oauth', 'popup,width=520,height=720');
  if (!opened) {
    channel.close();
    return Promise.reject(new OAuthError('popup', ''));
  }
  return new Promise((done, fail) => {
    const end = () => channel.close();
    signal.addEventListener('abort', () => {
      end();
      opened.close();
      fail(new DOMException('', 'AbortError'));
    });
    channel.addEventListener('message', ({ data }: MessageEvent<Returned>) => {
      if (data.state !== state) return;
      end();
      if (data.code) done({ code: data.code, redirect });
      else fail(new OAuthError(data.error ?? '', data.error ?? ''));
    });
  });
};
