import { element, glyph, shapes } from '../element.ts';
import { fill, type ReaderWords } from '../words.ts';
import type { Chat, Exchange, Step } from './chat.ts';
import { renderMarkdown } from './markdown.ts';

/** Questions and answers as elements; only the last one is drawn again while it grows. */
export interface ExchangeView {
  readonly show: (log: HTMLElement, chat: Chat) => void;
  /** What the assistant is doing, in words. */
  readonly statusOf: (exchange: Exchange | undefined) => string;
  readonly onRetry: (handle: () => void) => void;
  readonly onRate: (handle: (satisfied: boolean) => void) => void;
}

/** Draws the conversation. `support` is offered after an answer that did not help. */
export function createExchangeView(
  words: ReaderWords,
  support: { readonly mail: string; readonly label: string } | undefined,
): ExchangeView {
  const drawn: { readonly exchange: Exchange; readonly node: HTMLElement; mark: string }[] = [];
  let retry = (): void => {};
  let rate = (_satisfied: boolean): void => {};

  function statusOf(exchange: Exchange | undefined): string {
    const step = exchange?.steps.findLast(({ isDone }) => !isDone);
    if (step) return stepWords(step);
    return exchange?.answer === '' ? words.thinking : '';
  }

  function stepWords(step: Step): string {
    if (step.tool === 'search_docs') return fill(words.searching, step.subject);
    if (step.tool === 'get_page') return fill(words.reading, step.subject);
    return words.listing;
  }

  function draw(exchange: Exchange, chat: Chat, isLast: boolean): HTMLElement {
    const running = exchange.state === 'running';
    return element(
      'article',
      { class: 'assistant-exchange' },
      element(
        'div',
        { class: 'assistant-question' },
        element('span', { class: 'visually-hidden' }, `${words.you}: `),
        element('p', { dir: 'auto' }, exchange.question),
      ),
      exchange.steps.length > 0 && steps(exchange.steps),
      exchange.answer !== '' && answer(exchange.answer),
      // A tool that runs says so itself.
      running &&
        exchange.answer === '' &&
        exchange.steps.every(({ isDone }) => isDone) &&
        element('p', { class: 'assistant-wait' }, words.thinking),
      exchange.sources.length > 0 && sources(exchange),
      noteOf(exchange),
      isLast && !running && actions(exchange, chat),
    );
  }

  function steps(list: readonly Step[]): HTMLElement {
    return element(
      'ul',
      { class: 'assistant-steps' },
      ...list.map((step) =>
        element(
          'li',
          { class: step.isDone ? 'is-done' : 'is-running' },
          glyph(step.tool === 'search_docs' ? shapes.search : shapes.file, 14),
          element('span', { dir: 'auto' }, stepWords(step)),
          step.found !== undefined && element('small', {}, fill(words.found, step.found)),
        ),
      ),
    );
  }

  function answer(text: string): HTMLElement {
    const node = element('div', { class: 'assistant-answer', dir: 'auto' });
    node.append(renderMarkdown(text, { code }));
    return node;
  }

  function code(text: string, language: string): HTMLElement {
    const copy = element(
      'button',
      { type: 'button', class: 'assistant-copy', 'aria-label': words.copy },
      glyph(shapes.copy, 14),
    );
    copy.addEventListener('click', () => {
      void navigator.clipboard.writeText(text).then(() => {
        copy.setAttribute('aria-label', words.copied);
        copy.replaceChildren(words.copied);
      });
    });
    return element(
      'div',
      { class: 'assistant-code', dir: 'ltr' },
      element(
        'pre',
        { tabindex: '0', ...(language ? { 'data-language': language } : {}) },
        element('code', {}, text),
      ),
      copy,
    );
  }

  function sources(exchange: Exchange): HTMLElement {
    return element(
      'section',
      { class: 'assistant-sources', 'aria-label': words.sources },
      element('h3', {}, words.sources),
      element(
        'ol',
        {},
        ...exchange.sources.map((source) =>
          element(
            'li',
            {},
            element(
              'a',
              { href: /^\/(?!\/)/.test(source.url) ? source.url : '#' },
              glyph(shapes.file, 15),
              element('span', { dir: 'auto' }, source.title),
              element('small', { dir: 'ltr' }, source.path),
            ),
          ),
        ),
      ),
    );
  }

  function noteOf({ state }: Exchange): HTMLElement | false {
    const text = { stopped: words.stopped, failed: words.failed, busy: words.busy }[
      state as 'stopped' | 'failed' | 'busy'
    ];
    return text !== undefined && element('p', { class: 'assistant-note' }, text);
  }

  function actions(exchange: Exchange, chat: Chat): HTMLElement {
    const rated = chat.rated();
    const helped = exchange.sources.length > 0 && rated !== false && exchange.state === 'done';
    const again = action(words.retry, shapes.retry, () => retry());
    const rating = exchange.state === 'done' && [
      action(words.yes, shapes.up, () => rate(true), rated === true),
      action(words.no, shapes.down, () => rate(false), rated === false),
    ];
    return element(
      'div',
      { class: 'assistant-actions' },
      ...(rating || []),
      (exchange.state !== 'done' || rated === false) && again,
      !helped &&
        support &&
        element(
          'a',
          { class: 'quiet-button', href: `mailto:${support.mail}?${transcript(chat)}` },
          glyph(shapes.mail, 15),
          support.label,
        ),
    );
  }

  function action(
    label: string,
    shape: string,
    act: () => void,
    pressed?: boolean,
  ): HTMLButtonElement {
    const made = element(
      'button',
      {
        type: 'button',
        class: 'assistant-action',
        'aria-label': label,
        title: label,
        ...(pressed === undefined ? {} : { 'aria-pressed': String(pressed) }),
      },
      glyph(shape, 15),
    );
    made.addEventListener('click', act);
    return made;
  }

  return {
    statusOf,
    onRetry: (handle) => {
      retry = handle;
    },
    onRate: (handle) => {
      rate = handle;
    },
    show: (log, chat) => {
      const focused = document.activeElement?.getAttribute('aria-label');
      const { exchanges } = chat;
      while (drawn.length > exchanges.length || drawn.at(-1)?.node.isConnected === false) {
        drawn.pop()?.node.remove();
      }
      for (const [index, exchange] of exchanges.entries()) {
        const isLast = index === exchanges.length - 1;
        const mark = JSON.stringify([exchange, isLast, isLast && chat.rated()]);
        const known = drawn[index];
        if (known?.exchange === exchange && known.mark === mark) continue;
        const node = draw(exchange, chat, isLast);
        if (known) {
          const had = known.node.contains(document.activeElement);
          known.node.replaceWith(node);
          // The focus stays on the pressed button.
          if (had && focused) {
            node.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
          }
        } else {
          if (index === 0) log.replaceChildren();
          log.append(node);
        }
        drawn[index] = { exchange, node, mark };
      }
    },
  };
}

/** The conversation as the body of a mail. */
function transcript(chat: Chat): string {
  const text = chat.exchanges
    .map(({ question, answer }) => `> ${question}\n\n${answer}`)
    .join('\n\n')
    .slice(0, 1500);
  const first = chat.exchanges[0]?.question.slice(0, 80) ?? '';
  return `subject=${encodeURIComponent(first)}&body=${encodeURIComponent(text)}`;
}
