import { element, glyph, shapes } from '../element.ts';
import { fill, type ReaderWords } from '../words.ts';
import { putBlocks } from './answer-blocks.ts';
import type { Chat, Exchange, Step } from './chat.ts';
import { placeMarks, withPlaces } from './citations.ts';
import { codeOf } from './code-block.ts';
import { renderMarkdown } from './markdown.ts';
import { withSite } from './place.ts';

/** What an exchange is drawn with. */
export interface Drawing {
  readonly words: ReaderWords;
  /** Offered after an answer that did not help. */
  readonly support: { readonly mail: string; readonly label: string } | undefined;
  readonly onRetry: () => void;
  readonly onRate: (satisfied: boolean) => void;
  /** Origin of the site, where the page is not one of it. */
  readonly site?: string;
}

/** A part of an exchange. It is drawn again only when what it is drawn from has changed. */
export interface Part {
  readonly name: string;
  readonly from: unknown;
  /** `before` shows the part as it was. */
  readonly draw: (before: HTMLElement | undefined) => HTMLElement;
}

/** A question with what is known of its answer; the last one has buttons. */
export function exchangeParts(
  drawing: Drawing,
  exchange: Exchange,
  { chat, isLast }: { readonly chat: Chat; readonly isLast: boolean },
): readonly Part[] {
  const { words, site } = drawing;
  const { question, steps, answer, passages, spans, sources, state } = exchange;
  const isRunning = state === 'running';
  // A tool that runs says so itself.
  const isWaiting = isRunning && answer === '' && steps.every(({ isDone }) => isDone);
  const note = noteOf(exchange, words);
  const parts: (Part | false)[] = [
    { name: 'question', from: question, draw: () => questionOf(exchange, words) },
    steps.length > 0 && { name: 'steps', from: steps, draw: () => stepList(steps, words) },
    answer !== '' && {
      name: 'answer',
      from: [answer, isRunning, passages, spans],
      draw: (before) => answerOf(drawing, exchange, { chat, before }),
    },
    isWaiting && {
      name: 'wait',
      from: '',
      draw: () => element('p', { class: 'assistant-wait' }, words.thinking),
    },
    sources.length > 0 && {
      name: 'sources',
      from: sources,
      draw: () => withSite(sourceList(exchange, words), site),
    },
    note !== undefined && {
      name: 'note',
      from: note,
      draw: () => element('p', { class: 'assistant-note' }, note),
    },
    isLast &&
      !isRunning && {
        name: 'actions',
        from: [state, sources.length, chat.rated()],
        draw: () => actionsOf(drawing, exchange, chat),
      },
  ];
  return parts.filter((part) => part !== false);
}

/** What the assistant is doing, in words. */
export function statusOf(exchange: Exchange | undefined, words: ReaderWords): string {
  const step = exchange?.steps.findLast(({ isDone }) => !isDone);
  if (step) return stepWords(step, words);
  return exchange?.answer === '' ? words.thinking : '';
}

function questionOf({ question }: Exchange, words: ReaderWords): HTMLElement {
  return element(
    'div',
    { class: 'assistant-question' },
    element('span', { class: 'visually-hidden' }, `${words.you}: `),
    element('p', { dir: 'auto' }, question),
  );
}

function stepList(steps: readonly Step[], words: ReaderWords): HTMLElement {
  return element(
    'ul',
    { class: 'assistant-steps' },
    ...steps.map((step) =>
      element(
        'li',
        { class: step.isDone ? 'is-done' : 'is-running' },
        glyph(step.tool === 'search_docs' ? shapes.search : shapes.file, 14),
        element('span', { dir: 'auto' }, stepWords(step, words)),
        step.found !== undefined && element('small', {}, fill(words.found, step.found)),
      ),
    ),
  );
}

function stepWords(step: Step, words: ReaderWords): string {
  if (step.tool === 'search_docs') return fill(words.searching, step.subject);
  if (step.tool === 'get_page') return fill(words.reading, step.subject);
  return words.listing;
}

function answerOf(
  { words, site }: Drawing,
  exchange: Exchange,
  { chat, before }: { readonly chat: Chat; readonly before: HTMLElement | undefined },
): HTMLElement {
  const render = (text: string) =>
    withSite(
      renderMarkdown(text, { code: (code, language) => codeOf(code, language, words) }),
      site,
    );
  const isRunning = exchange.state === 'running';
  // A complete answer is a new element, which screen readers read out.
  const node = (isRunning && before) || element('div', { class: 'assistant-answer', dir: 'auto' });
  putBlocks(node, render(withPlaces(exchange)));
  if (isRunning) return node;
  const report = chat.isKept
    ? (start: number, passage: number) => chat.report(exchange, start, passage)
    : undefined;
  placeMarks(node, exchange, {
    ...{ words, render },
    ...(report ? { report } : {}),
    ...(site ? { site } : {}),
  });
  return node;
}

function sourceList({ sources }: Exchange, words: ReaderWords): HTMLElement {
  const items = sources.map(({ url, title, path }) =>
    element(
      'li',
      {},
      element(
        'a',
        { href: /^\/(?!\/)/.test(url) ? url : '#' },
        glyph(shapes.file, 15),
        element('span', { dir: 'auto' }, title),
        element('small', { dir: 'ltr' }, path),
      ),
    ),
  );
  return element(
    'section',
    { class: 'assistant-sources', 'aria-label': words.sources },
    element('h3', {}, words.sources),
    element('ol', {}, ...items),
  );
}

function noteOf({ state }: Exchange, words: ReaderWords): string | undefined {
  return { stopped: words.stopped, failed: words.failed, busy: words.busy }[
    state as 'stopped' | 'failed' | 'busy'
  ];
}

function actionsOf(drawing: Drawing, exchange: Exchange, chat: Chat): HTMLElement {
  const { words, support, onRetry, onRate } = drawing;
  const rated = chat.rated();
  const isDone = exchange.state === 'done';
  const helped = isDone && exchange.sources.length > 0 && rated !== false;
  const rating =
    isDone && chat.isKept
      ? [
          action(words.yes, shapes.up, { act: () => onRate(true), pressed: rated === true }),
          action(words.no, shapes.down, { act: () => onRate(false), pressed: rated === false }),
        ]
      : [];
  return element(
    'div',
    { class: 'assistant-actions' },
    ...rating,
    (!isDone || rated === false) && action(words.retry, shapes.retry, { act: onRetry }),
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
  { act, pressed }: { readonly act: () => void; readonly pressed?: boolean },
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

/** The conversation as the body of a mail. */
function transcript(chat: Chat): string {
  const text = chat.exchanges
    .map(({ question, answer }) => `> ${question}\n\n${answer}`)
    .join('\n\n')
    .slice(0, 1500);
  const first = chat.exchanges[0]?.question.slice(0, 80) ?? '';
  return `subject=${encodeURIComponent(first)}&body=${encodeURIComponent(text)}`;
}
