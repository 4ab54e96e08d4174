import type { FormFlow } from '../../../../schema/form.ts';
import { element, freeId } from '../element.ts';
import { fill } from '../words.ts';
import { labelledSelect } from './control.ts';
import { DiscoveryError, discover } from './discovery.ts';
import { explain } from './failure.ts';
import type { Grant } from './oauth-grant.ts';
import {
  type IssuedToken,
  OAuthError,
  type TokenRequest,
  tokenByClient,
  tokenByCode,
  tokenByRefresh,
} from './oauth-token.ts';
import { askForCode, redirectAddress } from './oauth-window.ts';
import type { PlayWords } from './words.ts';

/** What getting a token needs of the form. */
interface OAuthTools {
  readonly words: PlayWords;
  readonly token: { readonly element: HTMLElement; readonly write: (value: string) => void };
  readonly get: (field: string) => string;
  readonly set: (field: string, value: string) => void;
  readonly grant: (grant: Grant) => void;
  readonly base: () => string;
}

/** Names of the flows as their standard has them. */
const names = {
  authorizationCode: 'Authorization code',
  clientCredentials: 'Client credentials',
} as const;

/** A flow whose addresses may have to be asked for first. */
interface Way extends Pick<FormFlow, 'type' | 'clientId' | 'scopes'> {
  /** The address that `find` asks; '' if it asks none. */
  readonly metadata: string;
  find(signal: AbortSignal): Promise<FormFlow>;
}

/** Fields and the button that get a token; the token itself can be typed as well. */
export function oauthPart(
  flows: readonly FormFlow[],
  wanted: readonly string[],
  tools: OAuthTools,
): HTMLElement {
  const holder = element('div', {});
  const show = (index: number) => {
    const flow = flows[index];
    if (!flow) return;
    const way: Way = {
      ...flow,
      metadata: '',
      find: () => Promise.resolve(withAddresses(flow, tools.base())),
    };
    holder.replaceChildren(flowPart(way, wanted, tools));
  };
  show(0);
  const choice =
    flows.length > 1
      ? labelledSelect(
          'OAuth 2.0',
          flows.map(({ type }) => names[type]),
          show,
          { changed() {} },
        )
      : undefined;
  return group('OAuth 2.0', tools, choice, holder);
}

/** A flow whose addresses are complete: those of a description may be relative to its server. */
function withAddresses(flow: FormFlow, base: string): FormFlow {
  const complete = (address: string) =>
    URL.canParse(address, base) ? new URL(address, base).href : address;
  const { authorizationUrl, refreshUrl } = flow;
  return {
    ...flow,
    tokenUrl: complete(flow.tokenUrl),
    ...(authorizationUrl === undefined ? {} : { authorizationUrl: complete(authorizationUrl) }),
    ...(refreshUrl === undefined ? {} : { refreshUrl: complete(refreshUrl) }),
  };
}

/** The same for a provider of OpenID Connect, whose metadata is asked for when a token is. */
export function openIdPart(url: string, wanted: readonly string[], tools: OAuthTools): HTMLElement {
  const scopes = [...new Set(['openid', ...wanted])].map((name) => ({ name }));
  let known: FormFlow | undefined;
  const way: Way = {
    type: 'authorizationCode',
    scopes,
    metadata: url,
    // Known addresses open the window at once, as browsers want it after a click.
    find: async (signal) => {
      known ??= await discover(url, scopes, signal);
      return known;
    },
  };
  return group('OpenID Connect', tools, flowPart(way, [], tools));
}

function group(
  name: string,
  { words, token }: OAuthTools,
  ...content: readonly (HTMLElement | undefined)[]
): HTMLElement {
  return element(
    'div',
    { class: 'play-oauth', role: 'group', 'aria-label': `${name}: ${words.getToken}` },
    ...content,
    token.element,
  );
}

function flowPart(way: Way, wanted: readonly string[], tools: OAuthTools): HTMLElement {
  const { words } = tools;
  const client = entryOf(words.clientId, 'text', tools.get('client') || (way.clientId ?? ''));
  client.entry.addEventListener('input', () => tools.set('client', client.entry.value.trim()));
  const needsSecret = way.type === 'clientCredentials';
  const secret = entryOf(words.clientSecret, 'password', tools.get('secret'));
  secret.entry.addEventListener('input', () => tools.set('secret', secret.entry.value.trim()));
  const scopes = way.scopes.map(({ name, description }) => {
    const box = element('input', { type: 'checkbox', value: name });
    box.checked = wanted.length === 0 || wanted.includes(name);
    const about = description && element('span', { class: 'play-hint', dir: 'auto' }, description);
    return {
      box,
      row: element(
        'label',
        { class: 'play-check' },
        box,
        element('code', { dir: 'ltr' }, name),
        about || undefined,
      ),
    };
  });
  const status = element('p', { class: 'play-hint', role: 'status' });
  const button = element('button', { type: 'button', class: 'quiet-button' }, words.getToken);
  let running: AbortController | undefined;
  button.addEventListener('click', async () => {
    running?.abort();
    running = new AbortController();
    status.classList.remove('play-error');
    status.textContent = needsSecret ? words.sending : words.waiting;
    let asked = way.metadata;
    try {
      const flow = await way.find(running.signal);
      asked = flow.tokenUrl;
      const request = {
        flow,
        clientId: client.entry.value.trim(),
        scopes: scopes.filter(({ box }) => box.checked).map(({ box }) => box.value),
      };
      const byClient = (signal: AbortSignal) =>
        tokenByClient(request, secret.entry.value.trim(), signal);
      const take = ({ token, lifetime, refresh }: IssuedToken) => {
        tools.token.write(token);
        const again = needsSecret
          ? byClient
          : refresh && ((signal: AbortSignal) => keepingRefresh(request, refresh, signal));
        tools.grant({
          token,
          ...(lifetime === undefined ? {} : { expires: Date.now() + lifetime * 1000 }),
          ...(again ? { renew: async (signal) => take(await again(signal)) } : {}),
          tell() {
            status.classList.add('play-error');
            status.textContent = words.expired;
          },
        });
        status.textContent = words.received;
      };
      take(
        needsSecret
          ? await byClient(running.signal)
          : await tokenByCode(request, askForCode, running.signal),
      );
    } catch (fault) {
      if (fault instanceof DOMException && fault.name === 'AbortError') return;
      status.classList.add('play-error');
      status.textContent = await failureOf(fault, { asked, way, words });
    }
  });
  return element(
    'div',
    { class: 'play-flow' },
    client.element,
    needsSecret ? secret.element : redirectHint(words),
    scopes.length > 0 &&
      element(
        'fieldset',
        { class: 'play-scopes' },
        element('legend', { class: 'play-label' }, words.scopes),
        ...scopes.map(({ row }) => row),
      ),
    button,
    status,
  );
}

/** A provider that sends nothing to ask for the next token with keeps what it has sent before. */
async function keepingRefresh(
  request: TokenRequest,
  refresh: string,
  signal: AbortSignal,
): Promise<IssuedToken> {
  return { refresh, ...(await tokenByRefresh(request, refresh, signal)) };
}

/** The address that has to be registered where the client is. */
function redirectHint(words: PlayWords): HTMLElement {
  return element(
    'p',
    { class: 'play-hint' },
    `${words.redirect} `,
    element('code', { dir: 'ltr' }, redirectAddress()),
  );
}

async function failureOf(
  fault: unknown,
  failed: { readonly asked: string; readonly way: Way; readonly words: PlayWords },
): Promise<string> {
  const { asked, way, words } = failed;
  if (fault instanceof OAuthError) {
    return fault.code === 'popup' ? words.popupBlocked : fill(words.noToken, fault.message);
  }
  const unusable = (reason: string) => fill(fill(words.noMetadata, way.metadata), reason);
  if (fault instanceof DiscoveryError) return unusable(fault.message);
  const { text, header = '' } = await explain(
    fault,
    { method: 'POST', url: asked, headers: [] },
    words,
  );
  const reason = `${text} ${header}`.trim();
  return asked === way.metadata ? unusable(reason) : reason;
}

function entryOf(label: string, type: 'text' | 'password', value: string) {
  const entry = element('input', {
    type,
    class: 'play-entry',
    id: freeId(`play-oauth-${counter++}`),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    dir: 'ltr',
    ...(type === 'password' ? { 'data-secret': '' } : {}),
  });
  entry.value = value;
  return {
    entry,
    element: element(
      'div',
      { class: 'play-field' },
      element('label', { class: 'play-label', for: entry.id }, label),
      entry,
    ),
  };
}

let counter = 0;
