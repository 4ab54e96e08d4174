import { element, glyph, shapes } from '../element.ts';
import type { PanelSettings, Runtime } from '../runtime.ts';
import type { ReaderWords } from '../words.ts';
import { dress } from './button.ts';
import { openChat } from './chat.ts';
import { createExchangeView } from './exchange-view.ts';

/** What the panel is made of. */
export interface PanelParts {
  readonly runtime: Runtime;
  readonly settings: PanelSettings;
  readonly button: HTMLButtonElement;
  readonly words: ReaderWords;
}

const openKey = 'docent-assistant-open';

/**
 * The conversation in a corner, or in a sheet on small screens. It is a dialog that allows reading
 * the page next to it; as a sheet it traps the focus, because nothing else is visible.
 */
export function createPanel({ runtime, settings, button, words }: PanelParts): {
  readonly toggle: (focus?: boolean) => void;
} {
  const small = matchMedia('(max-width: 640px)');
  const view = createExchangeView(words, supportOf(settings, words));
  const log = element('div', {
    class: 'assistant-log',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': settings.name,
    tabindex: '0',
  });
  const status = element('p', { class: 'visually-hidden', role: 'status' });
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
  const form = element('form', { class: 'assistant-form' }, field, send);
  const fresh = iconButton(words.fresh, shapes.plus);
  const close = iconButton(words.close, shapes.close);
  const dialog = element(
    'dialog',
    {
      class: `assistant-panel assistant-${settings.position}`,
      'aria-label': settings.name,
    },
    element(
      'div',
      { class: 'assistant-head' },
      glyph(shapes[settings.theme.icon], 18),
      element('h2', { class: 'assistant-title' }, settings.name),
      fresh,
      close,
    ),
    log,
    status,
    form,
    footer(settings, words),
  );
  dress(dialog, settings);
  button.after(dialog);

  let waits = false;
  const chat = openChat(runtime, () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      show();
    });
  });
  const empty = welcome(settings, words, (question) => void submit(question));
  view.onRetry(() => void chat.retry());
  view.onRate((satisfied) => chat.rate(satisfied));

  function show(): void {
    const running = chat.isRunning();
    const follow = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    if (chat.exchanges.length === 0) log.replaceChildren(empty);
    else view.show(log, chat);
    // While it is written it is not read out; when it is complete, it is, once.
    log.setAttribute('aria-busy', String(running));
    const last = chat.exchanges.at(-1);
    status.textContent = running ? view.statusOf(last) : '';
    send.setAttribute('aria-label', running ? words.stop : words.send);
    send.classList.toggle('is-running', running);
    send.replaceChildren(glyph(running ? shapes.stop : shapes.send, 18));
    fresh.disabled = chat.exchanges.length === 0;
    if (follow) settle();
  }

  /** Down to the end, but no further than the question: an answer is read from its beginning. */
  function settle(): void {
    const last = log.querySelector('.assistant-exchange:last-child');
    if (!last) return;
    const inset = Number.parseFloat(getComputedStyle(log).paddingTop) || 0;
    const above = last.getBoundingClientRect().top - log.getBoundingClientRect().top;
    const top = log.scrollTop + above - inset;
    // Who has read on below follows what is written.
    log.scrollTop = log.scrollTop > top + 1 ? log.scrollHeight : Math.min(top, log.scrollHeight);
  }

  async function submit(question: string): Promise<void> {
    const text = question.trim();
    if (text === '' || chat.isRunning()) return;
    field.value = '';
    grow();
    const asked = chat.ask(text);
    show();
    settle();
    field.focus();
    await asked;
  }

  function grow(): void {
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, 160)}px`;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (chat.isRunning()) chat.stop();
    else void submit(field.value);
  });
  field.addEventListener('input', grow);
  field.addEventListener('keydown', (event) => {
    // A key that ends a composition is not one that sends.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void submit(field.value);
  });
  fresh.addEventListener('click', () => {
    chat.reset();
    show();
    field.focus();
  });
  close.addEventListener('click', () => shut());
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    shut();
  });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    shut();
  });
  // On a small screen, opening search also closes it.
  dialog.addEventListener('close', () => {
    if (!dialog.open) showClosed();
  });
  small.addEventListener('change', () => {
    if (!dialog.open) return;
    dialog.close();
    open();
  });

  function open(): void {
    if (small.matches) dialog.showModal();
    else dialog.show();
    button.setAttribute('aria-expanded', 'true');
    document.documentElement.classList.add('assistant-open');
    keepOpen('1');
    show();
    settle();
  }

  function shut(): void {
    dialog.close();
    showClosed();
    button.focus();
  }

  function showClosed(): void {
    button.setAttribute('aria-expanded', 'false');
    document.documentElement.classList.remove('assistant-open');
    keepOpen('0');
  }

  return {
    toggle: (focus = true) => {
      if (dialog.open) {
        shut();
        return;
      }
      // Opened again by itself it takes no focus, and covers no small screen.
      if (!focus && small.matches) return;
      const before = document.activeElement;
      open();
      if (focus) field.focus();
      else if (before instanceof HTMLElement) before.focus();
    },
  };
}

function keepOpen(value: '0' | '1'): void {
  try {
    sessionStorage.setItem(openKey, value);
  } catch {
    // Then it is closed on the next page.
  }
}

function iconButton(label: string, shape: string): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label },
    glyph(shape, 18),
  );
}

/** Content before the first question. */
function welcome(
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

/** Where people help: offered after an answer that did not. */
function supportOf(settings: PanelSettings, words: ReaderWords) {
  const { deflection, contactSupport } = settings;
  const mail = deflection.supportEmail ?? contactSupport.email;
  if (!deflection.enabled || !mail) return undefined;
  return { mail, label: words.support };
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
