import type { Connection, ConnectionField } from '../../../../schema/connection.ts';
import { addStyles } from '../add-styles.ts';
import { element, freeId } from '../element.ts';
import { type ConnectionValues, isMixed, socketAddress } from './connect-address.ts';
import { styles } from './connect-console.css';
import { type ConnectLog, type ConnectWords, connectLog } from './connect-log.ts';
import { first } from './fresh.ts';

/** How long a server may take to answer, in milliseconds. */
const patience = 20_000;

/** Puts the console in the place of the button that asked for it. */
export function openConsole(box: HTMLElement): void {
  const connection: Connection = JSON.parse(box.dataset.connection ?? '{}');
  const words: ConnectWords = JSON.parse(box.dataset.words ?? '{}');
  if (first('connect-console')) addStyles(styles);
  const target = targetForm(connection, words);
  const editor = messageEditor(connection, words);
  const log = connectLog(words, freeId('connect-log'));
  const status = element('p', { class: 'connect-status', role: 'status' });
  const problem = element('p', { class: 'connect-problem', role: 'alert', hidden: true });
  const toggle = element('button', { type: 'submit', class: 'dc-button' });
  target.form.append(element('div', { class: 'connect-row' }, toggle, status), problem);
  box.classList.add('connect-opened');
  box.replaceChildren(
    element('h2', { class: 'connect-title' }, words.title),
    target.form,
    editor.form,
    log.root,
  );
  const show = (state: State, fault?: string) => {
    box.dataset.state = state;
    status.textContent = words[state];
    toggle.textContent = state === 'idle' ? words.connect : words.disconnect;
    target.setOpen(state !== 'idle');
    editor.setReady(state === 'connected');
    problem.hidden = fault === undefined;
    problem.textContent = fault ?? '';
  };
  keepConnection({ target, editor, log, words, show });
  show('idle');
  target.form.querySelector<HTMLElement>('select, input, button')?.focus();
}

type State = 'idle' | 'connecting' | 'connected';

interface Console {
  readonly target: TargetForm;
  readonly editor: MessageEditor;
  readonly log: ConnectLog;
  readonly words: ConnectWords;
  readonly show: (state: State, fault?: string) => void;
}

function keepConnection({ target, editor, log, words, show }: Console): void {
  let socket: WebSocket | undefined;
  /** Whether it was the reader who ended the connection. */
  let stopped = false;
  target.form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (socket) {
      stopped = true;
      socket.close(1000);
      return;
    }
    stopped = false;
    const address = target.address();
    if (isMixed(address, location)) {
      show('idle', words.mixed);
      return;
    }
    const shown = target.shown();
    const refused = words.refused
      .replace('{address}', () => shown)
      .replace('{origin}', location.origin);
    let opened: WebSocket;
    try {
      opened = new WebSocket(address);
    } catch {
      show('idle', refused);
      return;
    }
    socket = opened;
    opened.binaryType = 'arraybuffer';
    show('connecting');
    const late = setTimeout(() => opened.close(), patience);
    let reached = false;
    opened.addEventListener('open', () => {
      clearTimeout(late);
      reached = true;
      show('connected');
      log.add('state', `${words.connected}: ${shown}`);
    });
    opened.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const bytes = typeof data === 'string' ? 0 : data.byteLength;
      const text = typeof data === 'string' ? data : words.binary.replace('{n}', String(bytes));
      log.add('received', text);
    });
    opened.addEventListener('close', ({ code, reason }) => {
      clearTimeout(late);
      socket = undefined;
      if (!reached) {
        show('idle', stopped ? undefined : refused);
        return;
      }
      const closed = words.closed.replace('{code}', String(code)).replace('{reason}', () => reason);
      log.add('state', closed.trim());
      show('idle', stopped ? undefined : closed.trim());
    });
  });
  editor.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = editor.text();
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(text);
    log.add('sent', text);
  });
  // `docent dev` swaps the article: what belonged to the old one ends with it.
  document.addEventListener('docent:swap', () => socket?.close(1000), { once: true });
}

interface TargetForm {
  readonly form: HTMLFormElement;
  readonly address: () => string;
  /** The same without secrets. */
  readonly shown: () => string;
  /** While a connection is open, its address stays as it is. */
  readonly setOpen: (open: boolean) => void;
}

/** The server and the fields of its address. */
function targetForm(connection: Connection, words: ConnectWords): TargetForm {
  const server = element('select', {}, ...connection.servers.map(({ name }) => option(name)));
  const variables = element('div', { class: 'connect-fields' });
  const shown = element('code', { class: 'connect-address', dir: 'ltr' });
  const others = fieldsOf([...connection.parameters, ...connection.query]);
  let ofServer = fieldsOf([]);
  const values = (): ConnectionValues => {
    const all = others.values();
    const parts = (fields: readonly ConnectionField[]) =>
      new Map(fields.map(({ name }) => [name, all.get(name) ?? '']));
    return {
      server: server.selectedIndex,
      variables: ofServer.values(),
      parameters: parts(connection.parameters),
      query: parts(connection.query),
    };
  };
  const showAddress = () => {
    const secret = new Set(
      connection.query.filter((field) => field.secret).map(({ name }) => name),
    );
    const { query, ...rest } = values();
    const open = new Map(
      [...query].map(([name, value]) => [name, secret.has(name) && value !== '' ? '***' : value]),
    );
    shown.textContent = socketAddress(connection, { ...rest, query: open });
  };
  const showServer = () => {
    ofServer = fieldsOf(connection.servers[server.selectedIndex]?.variables ?? []);
    variables.replaceChildren(...ofServer.elements);
    showAddress();
  };
  server.addEventListener('change', showServer);
  const form = element(
    'form',
    { class: 'connect-form', 'aria-label': words.title },
    connection.servers.length > 1 && labelled(words.server, server),
    variables,
    others.elements.length > 0 && element('div', { class: 'connect-fields' }, ...others.elements),
    shown,
    connection.headers.length > 0 &&
      element(
        'p',
        { class: 'connect-hint' },
        words.headers.replace('{names}', connection.headers.join(', ')),
      ),
  );
  form.addEventListener('input', showAddress);
  showServer();
  return {
    form,
    address: () => socketAddress(connection, values()),
    shown: () => shown.textContent ?? '',
    setOpen(open) {
      for (const field of form.querySelectorAll<HTMLInputElement>('input, select')) {
        field.disabled = open;
      }
    },
  };
}

function fieldsOf(fields: readonly ConnectionField[]) {
  const inputs = fields.map((field) => ({ field, input: inputOf(field) }));
  return {
    elements: inputs.map(({ field, input }) => labelled(field.name, input, 'ltr')),
    values: () => new Map(inputs.map(({ field, input }) => [field.name, input.value])),
  };
}

function inputOf({ options, value = '', required, secret }: ConnectionField) {
  if (options) {
    const all = required ? options : ['', ...options];
    const select = element('select', { required }, ...all.map(option));
    select.value = value;
    return select;
  }
  return element('input', {
    type: secret ? 'password' : 'text',
    value,
    required,
    dir: 'ltr',
    autocomplete: 'off',
    spellcheck: 'false',
  });
}

interface MessageEditor {
  readonly form: HTMLFormElement;
  readonly text: () => string;
  readonly setReady: (ready: boolean) => void;
}

/** The message to send, filled from an example. */
function messageEditor({ messages }: Connection, words: ConnectWords): MessageEditor {
  const choice = element('select', {}, ...messages.map(({ name }) => option(name)));
  const editor = element('textarea', {
    rows: '6',
    dir: 'ltr',
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  const fill = () => {
    editor.value = messages[choice.selectedIndex]?.text ?? '';
  };
  choice.addEventListener('change', fill);
  fill();
  if (messages.length > 1) choice.setAttribute('aria-label', words.message);
  const send = element('button', { type: 'submit', class: 'dc-button' }, words.send);
  const label = labelled(words.message, editor);
  const form = element(
    'form',
    { class: 'connect-form' },
    messages.length > 1 && choice,
    label,
    element('div', { class: 'connect-row' }, send),
  );
  editor.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  return {
    form,
    text: () => editor.value,
    setReady(ready) {
      // Without `disabled`, the button keeps the focus when a connection ends.
      send.setAttribute('aria-disabled', String(!ready));
    },
  };
}

function option(text: string): HTMLOptionElement {
  return element('option', {}, text);
}

function labelled(name: string, input: HTMLElement, dir?: string): HTMLLabelElement {
  return element(
    'label',
    { class: 'connect-field' },
    element('span', { class: 'connect-label', dir }, name),
    input,
  );
}
