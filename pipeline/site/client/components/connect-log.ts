import type english from '../../words/en.json';
import { element, glyph, shapes } from '../element.ts';
import { copyFrom } from './announce.ts';
import { formatted } from './connect-address.ts';

/** Words of the console in the page's language. */
export type ConnectWords = Readonly<typeof english.connect>;

/** Entries that are kept, and characters of one that are shown. */
const limits = { entries: 200, characters: 20_000 } as const;

/** What happened on a connection, the newest at the end. */
export interface ConnectLog {
  readonly root: HTMLElement;
  readonly add: (kind: 'sent' | 'received' | 'state', text: string) => void;
}

/** The log of a console, with a button that empties it. */
export function connectLog(words: ConnectWords, labelId: string): ConnectLog {
  const list = element('div', {
    class: 'connect-list',
    role: 'log',
    tabindex: '0',
    'aria-labelledby': labelId,
  });
  const empty = element('p', { class: 'connect-empty' }, words.empty);
  const clear = element(
    'button',
    { type: 'button', class: 'quiet-button connect-clear', hidden: true },
    words.clear,
  );
  const showCount = () => {
    empty.hidden = list.childElementCount > 0;
    clear.hidden = list.childElementCount === 0;
  };
  clear.addEventListener('click', () => {
    list.replaceChildren();
    showCount();
    list.focus();
  });
  const root = element(
    'div',
    { class: 'connect-log' },
    element(
      'div',
      { class: 'connect-row' },
      element('h3', { class: 'connect-label', id: labelId }, words.log),
      clear,
    ),
    empty,
    list,
  );
  return {
    root,
    add(kind, text) {
      // Readers who have scrolled up stay where they are.
      const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
      list.append(entryOf(kind, text, words));
      while (list.childElementCount > limits.entries) list.firstElementChild?.remove();
      showCount();
      if (atEnd) list.scrollTop = list.scrollHeight;
    },
  };
}

function entryOf(kind: 'sent' | 'received' | 'state', text: string, words: ConnectWords) {
  const now = new Date();
  const language = document.documentElement.lang || undefined;
  const time = element(
    'time',
    { class: 'connect-time', datetime: now.toISOString() },
    now.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  );
  if (kind === 'state') {
    return element(
      'div',
      { class: 'connect-entry', 'data-kind': kind },
      element('div', { class: 'connect-entry-head' }, time, element('span', {}, text)),
    );
  }
  const copy = element(
    'button',
    { type: 'button', class: 'dc-icon-button connect-copy', 'aria-label': words.copy },
    glyph(shapes.copy, 16),
  );
  copy.addEventListener('click', () => copyFrom(copy, text));
  const long = text.length > limits.characters;
  const shown = long ? `${text.slice(0, limits.characters)}…` : formatted(text);
  return element(
    'div',
    { class: 'connect-entry', 'data-kind': kind },
    element(
      'div',
      { class: 'connect-entry-head' },
      time,
      element('span', { class: 'connect-direction' }, words[kind]),
      copy,
    ),
    element('pre', { class: 'connect-text', dir: 'ltr', tabindex: '0' }, shown),
  );
}
