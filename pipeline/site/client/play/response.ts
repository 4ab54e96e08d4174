import { indentExact } from '../../../openapi/exact-json.ts';
import type { Pair } from '../../../openapi/serialize.ts';
import { element } from '../element.ts';
import { copyButton } from './copy-button.ts';
import type { Failure } from './failure.ts';
import { jsonView } from './json-view.ts';
import { isText, type Received } from './receive.ts';
import { isJson } from './request.ts';
import type { Answer } from './send.ts';
import { statusText } from './status.ts';
import type { PlayWords } from './words.ts';

/** The panel that shows a response. */
export interface ResponsePanel {
  readonly element: HTMLElement;
  waiting(): void;
  begin(answer: Answer, milliseconds: number): void;
  /** More of the body, or all of it. */
  show(received: Received, isWhole: boolean, milliseconds: number): void;
  fail(failure: Failure): void;
}

/** Letters of JSON that are coloured: each value is an element. */
const colouredLetters = 60_000;

export function responsePanel(words: PlayWords): ResponsePanel {
  const facts = element('div', { class: 'play-facts', dir: 'ltr' });
  const tools = element('div', { class: 'play-tools' });
  const body = element(
    'div',
    { class: 'play-result' },
    element('p', { class: 'play-empty' }, words.noResponse),
  );
  const panel = element(
    'section',
    { class: 'play-panel play-response', 'aria-label': words.api.response },
    element(
      'div',
      { class: 'play-panel-head' },
      element('h3', { class: 'play-panel-title' }, words.api.response),
      facts,
    ),
    tools,
    body,
  );
  let answer: Answer | undefined;
  let address = '';
  const release = () => {
    if (address !== '') URL.revokeObjectURL(address);
    address = '';
  };
  const type = () => valueIn(answer?.headers ?? [], 'content-type');
  return {
    element: panel,
    waiting() {
      release();
      answer = undefined;
      facts.replaceChildren();
      tools.replaceChildren();
      body.replaceChildren(element('p', { class: 'play-empty' }, words.sending));
    },
    begin(begun, milliseconds) {
      answer = begun;
      facts.replaceChildren(...factsOf(begun, milliseconds, 0));
      body.replaceChildren(element('p', { class: 'play-empty' }, words.receiving));
    },
    show(received, isWhole, milliseconds) {
      if (!answer) return;
      facts.replaceChildren(...factsOf(answer, milliseconds, received.bytes));
      if (!isWhole) {
        if (isText(type())) showLive(body, received.text);
        return;
      }
      release();
      address = URL.createObjectURL(received.blob());
      showWhole({ answer, received, type: type(), address, words, tools, body });
    },
    fail(failure) {
      release();
      tools.replaceChildren();
      // What was received of a stream stays readable, with its status.
      const live = body.querySelector('.play-live');
      if (!live) facts.replaceChildren();
      body.replaceChildren(failureNote(failure), ...(live ? [live] : []));
    },
  };
}

/** Shows what has been received of a text so far, scrolled to its end. */
function showLive(body: HTMLElement, text: string): void {
  const live =
    body.querySelector('.play-live') ?? element('pre', { class: 'play-live', dir: 'ltr' });
  live.textContent = text;
  if (!live.isConnected) body.replaceChildren(live);
  live.scrollTop = live.scrollHeight;
}

function failureNote({ text, header }: Failure): HTMLElement {
  const code = header && element('pre', { dir: 'ltr' }, element('code', {}, header));
  return element('div', { class: 'play-failure' }, element('p', {}, text), code || undefined);
}

function factsOf({ status }: Answer, milliseconds: number, bytes: number): readonly HTMLElement[] {
  const kind = String(status).charAt(0);
  return [
    element('span', { class: 'dc-status', 'data-status': kind }, statusText(status)),
    element('span', {}, `${Math.round(milliseconds)} ms`),
    element('span', {}, sizeText(bytes)),
  ];
}

/** A number of bytes in the unit that is easiest to read. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

interface Whole {
  readonly answer: Answer;
  readonly received: Received;
  readonly type: string;
  readonly address: string;
  readonly words: PlayWords;
  readonly tools: HTMLElement;
  readonly body: HTMLElement;
}

/** The views of a whole response: its body formatted and as it came, and its headers. */
function showWhole(whole: Whole): void {
  const { answer, received, type, words, tools, body } = whole;
  const formatted = formattedView(whole);
  const views: { readonly label: string; readonly make: () => Node }[] = [
    {
      label: formatted ? words.formatted : words.api.body,
      make: () => formatted ?? bodyView(whole),
    },
    ...(formatted && received.bytes > 0
      ? [{ label: words.raw, make: () => textView(received.text, whole) }]
      : []),
    { label: words.api.header, make: () => headersView(answer.headers) },
  ];
  const buttons = views.map(({ label, make }) => {
    const button = element('button', { type: 'button', class: 'play-toggle' }, label);
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
      body.replaceChildren(make());
    });
    return button;
  });
  const copy = copyButton(() => received.text, words);
  const download = element(
    'a',
    { class: 'quiet-button', href: whole.address, download: fileName(answer.headers, type) },
    words.download,
  );
  tools.replaceChildren(
    element(
      'div',
      { class: 'play-switch', role: 'group', 'aria-label': words.api.response },
      ...buttons,
    ),
    element('span', { class: 'play-space' }),
    ...(received.bytes > 0 && isText(type) ? [copy] : []),
    ...(received.bytes > 0 ? [download] : []),
  );
  buttons[0]?.click();
}

/** A body in its best look; undefined when it has no other than its own. */
function formattedView(whole: Whole): Node | undefined {
  const { received, type, address, words } = whole;
  if (received.bytes === 0) return undefined;
  if (/^image\//i.test(type)) {
    return element('img', { class: 'play-image', src: address, alt: words.api.response });
  }
  if (!isJson(type.split(';')[0]?.trim() ?? '') || received.isCut) return undefined;
  try {
    const text = indentExact(received.text);
    return codeBlock(text.length > colouredLetters ? text : jsonView(text));
  } catch {
    return undefined;
  }
}

function bodyView(whole: Whole): Node {
  const { received, type, words } = whole;
  if (received.bytes === 0) return element('p', { class: 'play-empty' }, words.empty);
  if (!isText(type)) return element('p', { class: 'play-empty' }, words.notShown);
  return textView(received.text, whole);
}

function textView(text: string, { received, type, words }: Whole): Node {
  if (!isText(type)) return element('p', { class: 'play-empty' }, words.notShown);
  const view = document.createDocumentFragment();
  if (received.isCut) view.append(element('p', { class: 'play-hint' }, words.cut));
  view.append(codeBlock(text));
  return view;
}

function codeBlock(content: Node | string): HTMLElement {
  return element(
    'pre',
    { class: 'play-code', dir: 'ltr', tabindex: '0' },
    element('code', {}, content),
  );
}

function headersView(headers: readonly Pair[]): Node {
  return element(
    'dl',
    { class: 'play-headers', dir: 'ltr' },
    ...headers.map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value)),
    ),
  );
}

function valueIn(headers: readonly Pair[], name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/xml': 'xml',
  'image/svg+xml': 'svg',
  'image/jpeg': 'jpg',
};

/** The name that the API gives a file, else one by its type. */
function fileName(headers: readonly Pair[], type: string): string {
  const given = /filename="?([^";]+)"?/i.exec(valueIn(headers, 'content-disposition'))?.[1];
  if (given) return given;
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = endings[bare] ?? /^[\w-]+\/(?:[\w.-]+\+)?(\w+)$/.exec(bare)?.[1] ?? 'bin';
  return `response.${ending}`;
}
