import { addStyles } from '../add-styles.ts';
import { glyph, shapes } from '../element.ts';
import type { PanelSettings, Runtime } from '../runtime.ts';
import type { ReaderWords } from '../words.ts';
import type { PanelHandle } from './button.ts';
import { type Chat, openChat } from './chat.ts';
import { statusOf } from './exchange-element.ts';
import { createExchangeView } from './exchange-view.ts';
import { buildPanel, clearedLine, type PanelElements, welcome } from './panel-elements.ts';
import type { PanelPlace } from './place.ts';
import { styles } from './styles.ts';

/** What the panel is made of. */
export interface PanelParts {
  readonly runtime: Runtime;
  readonly settings: PanelSettings;
  readonly button: HTMLButtonElement;
  readonly words: ReaderWords;
  /** In a page of another site. */
  readonly place?: PanelPlace;
}

/** The panel while the page is open. */
interface Panel extends PanelElements {
  readonly button: HTMLButtonElement;
  readonly words: ReaderWords;
  readonly chat: Chat;
  readonly showExchanges: (log: HTMLElement, chat: Chat) => void;
  /** Shown before the first question. */
  readonly empty: HTMLElement;
  /** Shown above that after the reader has started over. */
  readonly cleared: HTMLElement;
  readonly small: MediaQueryList;
  /** In a page of another site, of which it changes nothing. */
  readonly isGuest: boolean;
}

const openKey = 'docent-assistant-open';

/**
 * The conversation next to the text, in a corner on screens without room for that, or in a sheet on
 * small ones. It is a dialog that allows reading the page next to it; as a sheet it traps the focus,
 * because nothing else is visible.
 */
export function createPanel({ runtime, settings, button, words, place }: PanelParts): PanelHandle {
  const chat = openChat(
    runtime,
    oncePerFrame(() => show(panel)),
  );
  const panel: Panel = {
    ...buildPanel(settings, words),
    button,
    words,
    chat,
    showExchanges: createExchangeView({
      words,
      support: supportOf(settings, words),
      onRetry: () => void chat.retry(),
      onRate: (satisfied) => chat.rate(satisfied),
      ...(place?.site ? { site: place.site } : {}),
    }),
    isGuest: place !== undefined,
    empty: welcome(settings, words, (question) => void submit(panel, question)),
    cleared: clearedLine(words, () => {
      chat.undo();
      panel.field.focus();
    }),
    small: matchMedia(`(max-width: ${columnsWidth - 1}px)`),
  };
  (place?.addStyles ?? addStyles)(styles);
  button.after(panel.dialog);
  followForm(panel);
  followDialog(panel);
  if (!place) followHeader(panel);
  return {
    toggle: (focus = true) => toggle(panel, focus),
    ask: (question) => {
      if (!panel.dialog.open) open(panel);
      panel.field.value = question;
      if (chat.isRunning()) panel.field.focus();
      else void submit(panel, question);
    },
  };
}

/** However often it is called, `act` runs once before the next frame. */
function oncePerFrame(act: () => void): () => void {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      act();
    });
  };
}

/** Where people help: offered after an answer that did not. */
function supportOf(settings: PanelSettings, words: ReaderWords) {
  const { deflection, contactSupport } = settings;
  const mail = deflection.supportEmail ?? contactSupport.email;
  if (!deflection.enabled || !mail) return undefined;
  return { mail, label: words.support };
}

/** Sending, typing, starting over. */
function followForm(panel: Panel): void {
  const { form, field, fresh, chat } = panel;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (chat.isRunning()) chat.stop();
    else void submit(panel, field.value);
  });
  field.addEventListener('input', () => grow(field));
  field.addEventListener('keydown', (event) => {
    // A key that ends a composition is not one that sends.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void submit(panel, field.value);
  });
  fresh.addEventListener('click', () => {
    chat.reset();
    show(panel);
    field.focus();
  });
}

/** Closing, by all of its ways, and a screen that becomes small or large. */
function followDialog(panel: Panel): void {
  const { dialog, close, small } = panel;
  close.addEventListener('click', () => shut(panel));
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    shut(panel);
  });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    shut(panel);
  });
  // A sheet covers the section of this page that a link leads to.
  dialog.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]');
    const [here] = location.href.split('#');
    if (small.matches && link?.target === '' && link.href.split('#')[0] === here) dialog.close();
  });
  // On a small screen, opening search also closes it.
  dialog.addEventListener('close', () => {
    if (!dialog.open) showClosed(panel);
  });
  small.addEventListener('change', () => {
    if (!dialog.open) return;
    dialog.close();
    open(panel);
    // A sheet takes the focus; its first button would start over.
    if (small.matches) close.focus();
  });
}

/** Next to the text the panel begins below the bars at the top, which may scroll away or be closed. */
function followHeader({ dialog }: Panel): void {
  const bars = [...document.querySelectorAll('.dc-banner, .dc-header')];
  const place = (): void => {
    if (!dialog.open) return;
    const own = dialog.getBoundingClientRect();
    // In some themes the header is a column at the other side.
    const below = bars
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ left, right }) => left < own.right && own.left < right)
      .map(({ bottom }) => bottom);
    dialog.style.setProperty('--dock-top', `${Math.max(0, ...below)}px`);
  };
  addEventListener('scroll', place, { passive: true });
  addEventListener('resize', place, { passive: true });
  const resized = new ResizeObserver(place);
  for (const bar of bars) resized.observe(bar);
  new MutationObserver(place).observe(dialog, { attributeFilter: ['open'] });
}

async function submit(panel: Panel, question: string): Promise<void> {
  const { chat, field } = panel;
  const text = question.trim();
  if (text === '' || chat.isRunning()) return;
  field.value = '';
  grow(field);
  const asked = chat.ask(text);
  show(panel);
  settle(panel);
  field.focus();
  await asked;
}

function grow(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  field.style.height = `${Math.min(field.scrollHeight, 160)}px`;
}

function show(panel: Panel): void {
  const { log, status, send, fresh, chat, words } = panel;
  const running = chat.isRunning();
  const follow = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
  const { canUndo, exchanges } = chat;
  if (exchanges.length > 0) panel.showExchanges(log, chat);
  else log.replaceChildren(...(canUndo() ? [panel.cleared, panel.empty] : [panel.empty]));
  // While it is written it is not read out; when it is complete, it is, once.
  log.setAttribute('aria-busy', String(running));
  status.textContent = running ? statusOf(chat.exchanges.at(-1), words) : '';
  send.setAttribute('aria-label', running ? words.stop : words.send);
  send.classList.toggle('is-running', running);
  send.replaceChildren(glyph(running ? shapes.stop : shapes.send, 18));
  fresh.disabled = chat.exchanges.length === 0;
  if (follow) settle(panel);
}

/** Down to the end, but no further than the question: an answer is read from its beginning. */
function settle({ log }: Panel): void {
  const last = log.querySelector('.assistant-exchange:last-child');
  if (!last) return;
  const inset = Number.parseFloat(getComputedStyle(log).paddingTop) || 0;
  const above = last.getBoundingClientRect().top - log.getBoundingClientRect().top;
  const top = log.scrollTop + above - inset;
  // Who has read on below follows what is written.
  log.scrollTop = log.scrollTop > top + 1 ? log.scrollHeight : Math.min(top, log.scrollHeight);
}

function toggle(panel: Panel, focus: boolean): void {
  const { dialog, field, small } = panel;
  if (dialog.open) {
    shut(panel);
    return;
  }
  // Opened again by itself it takes no focus, and covers no small screen.
  if (!focus && small.matches) {
    document.documentElement.classList.remove('assistant-open');
    return;
  }
  open(panel);
  if (focus) field.focus();
}

function open(panel: Panel): void {
  const { dialog, log, button, small } = panel;
  if (small.matches) dialog.showModal();
  // `show()` would move the focus to the first button.
  else dialog.setAttribute('open', '');
  button.setAttribute('aria-expanded', 'true');
  if (!panel.isGuest) document.documentElement.classList.add('assistant-open');
  keepOpen('1');
  show(panel);
  // Opened again it is where it was read.
  if (log.scrollTop === 0) settle(panel);
}

function shut(panel: Panel): void {
  panel.dialog.close();
  showClosed(panel);
  panel.button.focus();
}

function showClosed({ button, isGuest }: Panel): void {
  button.setAttribute('aria-expanded', 'false');
  if (!isGuest) document.documentElement.classList.remove('assistant-open');
  keepOpen('0');
}

function keepOpen(value: '0' | '1'): void {
  try {
    sessionStorage.setItem(openKey, value);
  } catch {
    // Then it is closed on the next page.
  }
}
