import { element, glyph, shapes } from '../element.ts';
import type { PanelSettings } from '../runtime.ts';
import type { ReaderWords } from '../words.ts';
import { dress } from './accent.ts';

/** The elements of the panel. */
export interface PanelElements {
  readonly dialog: HTMLDialogElement;
  readonly log: HTMLElement;
  readonly status: HTMLElement;
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  readonly send: HTMLButtonElement;
  /** Starts a new conversation. */
  readonly fresh: HTMLButtonElement;
  readonly close: HTMLButtonElement;
}

/** Makes the panel, which is put into the page by its owner. */
export function buildPanel(settings: PanelSettings, words: ReaderWords): PanelElements {
  const log = element('div', {
    class: 'assistant-log',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': settings.name,
    tabindex: '0',
  });
  const status = element('p', { class: 'visually-hidden', role: 'status' });
  const { form, field, send } = questionForm(words);
  const fresh = iconButton(words.fresh, shapes.plus);
  const close = iconButton(words.close, shapes.close);
  const head = element(
    'div',
    { class: 'assistant-head' },
    glyph(shapes[settings.theme.icon], 18),
    element('h2', { class: 'assistant-title' }, settings.name),
    fresh,
    close,
  );
  const dialog = element(
    'dialog',
    { class: `assistant-panel assistant-${settings.position}`, 'aria-label': settings.name },
    head,
    log,
    status,
    form,
    footer(settings, words),
  );
  dress(dialog, settings);
  return { dialog, log, status, form, field, send, fresh, close };
}

function questionForm(words: ReaderWords): Pick<PanelElements, 'form' | 'field' | 'send'> {
  const field = element('textarea', {
    class: 'assistant-field',
    rows: '1',
    maxlength: '2000',
    placeholder: words.placeholder,
    'aria-label': words.placeholder,
    dir: 'auto',
  });
  const send = element('button', {
    type: 'submit',
    class: 'assistant-send',
    'aria-label': words.send,
  });
  return { form: element('form', { class: 'assistant-form' }, field, send), field, send };
}

function iconButton(label: string, shape: string): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'dc-icon-button', 'aria-label': label, title: label },
    glyph(shape, 18),
  );
}

/** What is said after the reader has started over, with the way back. */
export function clearedLine(words: ReaderWords, undo: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'assistant-undo' }, words.undo);
  button.addEventListener('click', undo);
  return element('p', { class: 'assistant-cleared' }, `${words.cleared} `, button);
}

/** Content before the first question. */
export function welcome(
  settings: PanelSettings,
  words: ReaderWords,
  ask: (question: string) => void,
): HTMLElement {
  const questions = settings.suggestedQuestions.map((question) => {
    const suggestion = element(
      'button',
      { type: 'button', class: 'assistant-suggestion' },
      question,
    );
    suggestion.addEventListener('click', () => ask(question));
    return element('li', {}, suggestion);
  });
  return element(
    'div',
    { class: 'assistant-welcome' },
    element('p', { dir: 'auto' }, settings.greeting ?? words.welcome),
    questions.length > 0 && element('ul', {}, ...questions),
  );
}

function footer(settings: PanelSettings, words: ReaderWords): HTMLElement | false {
  const { contactSupport, deflection } = settings;
  const mail = contactSupport.email ?? deflection.supportEmail;
  const label = contactSupport.enabled
    ? contactSupport.label
    : deflection.enabled && deflection.showHelpButton
      ? words.support
      : undefined;
  if (label === undefined || !mail) return false;
  return element(
    'div',
    { class: 'assistant-foot' },
    element('a', { href: `mailto:${mail}`, class: 'quiet-button' }, glyph(shapes.mail, 15), label),
  );
}
