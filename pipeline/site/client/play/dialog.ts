import type { PlaygroundData } from '../../../../schema/form.ts';
import { parseExact } from '../../../openapi/exact-json.ts';
import type { Writer } from '../../../openapi/sample-writer.ts';
import { addStyles } from '../add-styles.ts';
import { element, freeId, glyph, shapes } from '../element.ts';
import { fill } from '../words.ts';
import { type AuthControl, authControl } from './auth.ts';
import { type BodyControl, bodyControl } from './body.ts';
import type { Control, ControlContext } from './control.ts';
import { controlOf } from './controls.ts';
import { explain } from './failure.ts';
import { oncePerFrame } from './once-per-frame.ts';
import { receive } from './receive.ts';
import { type BuiltRequest, buildRequest } from './request.ts';
import { type ResponsePanel, responsePanel, sizeText } from './response.ts';
import { type SamplePanel, samplePanel, writersOf } from './samples.ts';
import { openSecrets } from './secrets.ts';
import { findProxy, isSetByBrowser, send } from './send.ts';
import { type ServerControl, serverControl } from './server.ts';
import { statusText } from './status.ts';
import { styles } from './styles.ts';
import { loadPlayWords, type PlayWords } from './words.ts';

/** The form of one operation while the page is open. */
interface Play {
  readonly data: PlaygroundData;
  readonly words: PlayWords;
  readonly dialog: HTMLDialogElement;
  readonly address: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly status: HTMLElement;
  readonly server: ServerControl;
  readonly parameters: readonly (Control | undefined)[];
  readonly body: BodyControl | undefined;
  readonly auth: AuthControl | undefined;
  readonly secrets: HTMLInputElement | undefined;
  readonly sample: SamplePanel;
  readonly response: ResponsePanel | undefined;
  readonly proxy: Promise<string | undefined>;
  running: AbortController | undefined;
}

/** Makes the dialog of a "Try it" button from the JSON of its data. */
export async function createPlay(text: string): Promise<{ readonly open: () => void }> {
  const data = parseExact(text) as PlaygroundData;
  const [words, writers] = await Promise.all([
    loadPlayWords(document.documentElement.lang),
    writersOf(data.languages),
  ]);
  addStylesOnce();
  const play = build(data, words, writers);
  document.body.append(play.dialog);
  follow(play);
  refresh(play);
  return { open: () => open(play) };
}

let hasStyles = false;

function addStylesOnce(): void {
  if (!hasStyles) addStyles(styles);
  hasStyles = true;
}

function open({ dialog }: Play): void {
  for (const other of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) other.close();
  dialog.showModal();
}

/** The parts of the dialog; what `simple` leaves out is not made. */
function build(data: PlaygroundData, words: PlayWords, writers: readonly Writer[]): Play {
  const { form, display } = data;
  const isWhole = display === 'interactive';
  // Controls say that they have changed before the dialog they are in is complete.
  let play: Play | undefined;
  const context: ControlContext = { words, controlOf, changed: () => play && refresh(play) };
  const server = serverControl(form.servers, context);
  const controls: Controls = {
    server,
    auth: isWhole
      ? authControl(form, {
          secrets: openSecrets(document.documentElement.dataset.base ?? ''),
          context,
          base: () => server.read(),
        })
      : undefined,
    parameters: parameterControls(data, context),
    body: isWhole && form.body ? bodyControl(form.body, context) : undefined,
  };
  const box = element('input', { type: 'checkbox', id: freeId('play-secrets') });
  const parts: Parts = {
    address: element('code', { class: 'play-address', dir: 'ltr' }),
    button: element('button', { type: 'submit', class: 'dc-button play-send' }, words.send),
    status: element('p', { class: 'visually-hidden', role: 'status' }),
    sample: samplePanel(writers, words),
    response: isWhole ? responsePanel(words) : undefined,
    secrets: controls.auth ? box : undefined,
  };
  play = {
    ...{ data, words, ...controls, ...parts },
    dialog: frame(data, words, controls, parts),
    proxy: data.proxy ? findProxy() : Promise.resolve(undefined),
    running: undefined,
  };
  return play;
}

type Controls = Pick<Play, 'server' | 'auth' | 'parameters' | 'body'>;
type Parts = Pick<Play, 'address' | 'button' | 'status' | 'sample' | 'response' | 'secrets'>;

/** A control for each parameter that can be typed, in their order. */
function parameterControls(
  { form, display }: PlaygroundData,
  context: ControlContext,
): readonly (Control | undefined)[] {
  return form.parameters.map(({ in: place, input }) => {
    if (display !== 'interactive' && place !== 'path') return undefined;
    const control = controlOf(input, input.name, context);
    const note = noteOf(place, input.name, context.words);
    if (note) control.element.append(element('p', { class: 'play-hint play-direct' }, note));
    return control;
  });
}

/** The dialog around its parts. */
function frame(
  { form, display }: PlaygroundData,
  words: PlayWords,
  controls: Controls,
  { address, button, status, sample, response, secrets }: Parts,
): HTMLDialogElement {
  const title = freeId('play-title');
  const close = element(
    'button',
    {
      type: 'button',
      class: 'dc-icon-button play-close',
      'aria-label': words.close,
      title: words.close,
    },
    glyph(shapes.close, 20),
  );
  const method = element(
    'span',
    { class: 'dc-method', 'data-method': methodKind(form.method), dir: 'ltr' },
    form.method,
  );
  const dialog = element(
    'dialog',
    { class: `dc-play play-${display}`, 'aria-labelledby': title },
    element(
      'form',
      { class: 'play-form', novalidate: true, autocomplete: 'off' },
      element(
        'div',
        { class: 'play-head' },
        method,
        element('h2', { class: 'play-title', id: title }, address),
        display === 'interactive' && button,
        close,
      ),
      element(
        'div',
        { class: 'play-columns' },
        element('div', { class: 'play-fields' }, ...sectionsOf(form, words, controls)),
        element(
          'div',
          { class: 'play-side' },
          sample.element,
          secrets && element('label', { class: 'play-check play-show' }, secrets, words.secrets),
          response?.element,
        ),
      ),
      status,
    ),
  );
  close.addEventListener('click', () => dialog.close());
  return dialog;
}

/** The fields, in the order in which a request has them. */
function sectionsOf(
  form: PlaygroundData['form'],
  words: PlayWords,
  { server, auth, parameters, body }: Controls,
) {
  return [
    section('', [server.element]),
    auth && section(words.api.authorization, [auth.element]),
    ...(['path', 'query', 'header', 'cookie'] as const).map((place) => {
      const inPlace = parameters.filter((_, index) => form.parameters[index]?.in === place);
      const elements = inPlace.flatMap((control) => (control ? [control.element] : []));
      return elements.length > 0 ? section(words.api[place], elements) : undefined;
    }),
    body && section(words.api.body, [body.element], form.body?.required ? words.api.required : ''),
  ];
}

/** What a page can't send without its server. */
function noteOf(place: string, name: string, words: PlayWords): string | undefined {
  if (place === 'cookie') return words.cookieLeftOut;
  return place === 'header' && isSetByBrowser(name) ? words.headerLeftOut : undefined;
}

function methodKind(method: string): string {
  const kind = method.toLowerCase();
  return ['get', 'post', 'put', 'patch', 'delete'].includes(kind) ? kind : 'other';
}

/** Fields that belong together; without a title, their labels say enough. */
function section(title: string, content: readonly Node[], fact = ''): HTMLElement {
  if (title === '') return element('div', { class: 'play-section' }, ...content);
  const id = freeId(`play-part-${sections++}`);
  return element(
    'section',
    { class: 'play-section', 'aria-labelledby': id },
    element(
      'div',
      { class: 'play-section-head' },
      element('h3', { class: 'play-section-title', id }, title),
      fact !== '' && element('span', { class: 'play-required' }, fact),
    ),
    ...content,
  );
}

let sections = 0;

function follow(play: Play): void {
  const { dialog, secrets } = play;
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    if (play.running) play.running.abort();
    else if (play.response) void trySending(play, play.response);
  });
  secrets?.addEventListener('change', () => {
    for (const entry of dialog.querySelectorAll<HTMLInputElement>('[data-secret]')) {
      entry.type = secrets.checked ? 'text' : 'password';
    }
    refresh(play);
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  // A stream without an end would go on unseen.
  dialog.addEventListener('close', () => play.running?.abort());
  void play.proxy.then((proxy) => dialog.toggleAttribute('data-proxy', proxy !== undefined));
}

/** Shows the address and the code of what is typed so far. */
function refresh(play: Play): void {
  const request = requestOf(play, !play.secrets?.checked);
  play.address.replaceChildren(...breakable(request.url));
  play.sample.show(request);
}

/** An address that may break behind its separators. */
function breakable(url: string): readonly Node[] {
  return url
    .split(/(?<=[/?&])/)
    .flatMap((part) => [document.createTextNode(part), document.createElement('wbr')]);
}

function requestOf({ data, server, parameters, body, auth }: Play, masked: boolean): BuiltRequest {
  const none = { headers: [], query: [], cookies: [] };
  const value = body?.read();
  return buildRequest(
    data.form,
    {
      server: server.read(),
      parameters: parameters.map((control) => control?.read()),
      ...(value ? { body: value } : {}),
    },
    auth?.read(masked) ?? none,
  );
}

/** Checks the form, and sends it if there is nothing to correct. */
async function trySending(play: Play, response: ResponsePanel): Promise<void> {
  const { words, server, parameters, body } = play;
  const wrong = [
    ...server.check(),
    ...parameters.flatMap((control) => control?.check(true) ?? []),
    ...(body?.check() ?? []),
  ];
  const [first] = wrong;
  if (first) {
    say(play, fill(words.invalid, wrong.length));
    first.focus();
    return;
  }
  const running = new AbortController();
  play.running = running;
  setBusy(play, true);
  response.waiting();
  say(play, words.sending);
  await play.auth?.renew(running.signal);
  const request = requestOf(play, false);
  const began = performance.now();
  try {
    const answer = await send(request, {
      proxy: await proxyFor(play, request),
      signal: running.signal,
    });
    response.begin(answer, performance.now() - began);
    bringIntoView(response);
    const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    const show = oncePerFrame(response, began);
    const received = await receive(answer.body, type, show.more).finally(show.end);
    const time = performance.now() - began;
    response.show(received, true, time);
    bringIntoView(response);
    const facts = `${statusText(answer.status)}, ${Math.round(time)} ms, ${sizeText(received.bytes)}`;
    say(play, `${words.api.response}: ${facts}`);
  } catch (fault) {
    const failure = await explain(fault, request, words);
    response.fail(failure);
    bringIntoView(response);
    say(play, [failure.text, failure.header ?? ''].join(' '));
  } finally {
    play.running = undefined;
    setBusy(play, false);
  }
}

/** The server of the page forwards to other hosts only. */
async function proxyFor({ proxy }: Play, { url }: BuiltRequest): Promise<string | undefined> {
  return URL.canParse(url) && new URL(url).origin === location.origin ? undefined : proxy;
}

/** In one column, the response is below everything that was typed. */
function bringIntoView({ element: panel }: ResponsePanel): void {
  if (matchMedia(`(max-width: ${sidebarWidth - 1}px)`).matches)
    panel.scrollIntoView({ block: 'start' });
}

/** While a request runs, its button takes it back. */
function setBusy({ button, words, dialog }: Play, isBusy: boolean): void {
  button.textContent = isBusy ? words.cancel : words.send;
  button.classList.toggle('play-cancel', isBusy);
  dialog.querySelector('.play-response')?.setAttribute('aria-busy', String(isBusy));
}

function say({ status }: Play, text: string): void {
  status.textContent = text;
}
