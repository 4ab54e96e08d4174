import { element, freeId, glyph, shapes } from '../element.ts';
import { fill, type ReaderWords } from '../words.ts';
import type { Exchange } from './chat.ts';
import { withSite } from './place.ts';
import type { CitedPassage } from './stream.ts';

/** What marks in an answer are drawn with. */
export interface CitationTools {
  readonly words: ReaderWords;
  /** A passage's Markdown as elements. */
  readonly render: (markdown: string) => Node;
  /** Files that a sentence is not what its passage says; where it is left out, nothing can be filed. */
  readonly report?: (start: number, passage: number) => Promise<boolean>;
  /** Origin of the site, where the page is not one of it. */
  readonly site?: string;
}

// Characters for private use: no answer has them, and Markdown leaves them alone.
const [opens, closes] = ['\ue000', '\ue001'];

/** An answer with a place for what follows each of its sentences. */
export function withPlaces({ answer, spans = [], state }: Exchange): string {
  // Until it has ended it is drawn again, and what is open would close.
  if (state === 'running') return answer;
  let text = answer;
  for (const [index, { end, status }] of [...spans.entries()].reverse()) {
    if (status === 'unchecked') continue;
    text = `${text.slice(0, end)}${opens}${index}${closes}${text.slice(end)}`;
  }
  return text;
}

/** Puts numbers that open passages, and the words on what is not from the docs, into their places. */
export function placeMarks(root: HTMLElement, exchange: Exchange, tools: CitationTools): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.includes(opens)) continue;
    const parts = text.data.split(new RegExp(`${opens}(\\d+)${closes}`));
    const nodes = parts.flatMap((part, at) =>
      at % 2 === 0 ? [part] : marksOf(exchange, Number(part), tools),
    );
    text.replaceWith(...nodes);
  }
}

function marksOf(exchange: Exchange, index: number, tools: CitationTools): (Node | string)[] {
  const span = exchange.spans?.[index];
  if (!span) return [];
  if (span.status === 'unsupported') {
    return [' ', element('small', { class: 'assistant-unsupported' }, tools.words.unsupported)];
  }
  return span.passages.flatMap((number) => {
    const passage = exchange.passages?.find((one) => one.number === number);
    return passage ? [numberButton(passage, span.start, tools)] : [];
  });
}

/** The number of a passage; it opens below the lines that it is in. */
function numberButton(passage: CitedPassage, start: number, tools: CitationTools): HTMLElement {
  const label = `${fill(tools.words.source, passage.number)}: ${headingOf(passage)}`;
  const button = element(
    'button',
    {
      type: 'button',
      class: 'assistant-cite',
      'aria-expanded': 'false',
      'aria-label': label,
      title: headingOf(passage),
    },
    String(passage.number),
  );
  let box: HTMLElement | undefined;
  const close = (): void => {
    box?.remove();
    box = undefined;
    button.setAttribute('aria-expanded', 'false');
    button.removeAttribute('aria-controls');
  };
  button.addEventListener('click', () => {
    if (box) return close();
    const back = (): void => {
      close();
      button.focus();
    };
    box = passageBox(passage, { start, label, tools, close: back });
    placeOf(button).after(box);
    button.setAttribute('aria-expanded', 'true');
    button.setAttribute('aria-controls', box.id);
    box.scrollIntoView({ block: 'nearest' });
  });
  return button;
}

/** The block that a number is in: of a table or a list entry what can have a box behind its text. */
function placeOf(button: HTMLElement): Element {
  return (
    button.closest('.answer-table') ??
    button.closest('p, h3, h4, h5, h6, blockquote') ??
    button.closest('li')?.lastElementChild ??
    button
  );
}

function headingOf({ title, section }: CitedPassage): string {
  return section && section !== title ? `${title} › ${section}` : title;
}

/** "Wrong?", and the result of filing it. */
function reportLine(words: ReaderWords, report: () => Promise<boolean>): HTMLElement {
  const status = element('span', { role: 'status', tabindex: '-1' });
  const wrong = element('button', { type: 'button', class: 'assistant-wrong' }, words.wrong);
  wrong.addEventListener('click', () => {
    if (wrong.ariaDisabled) return;
    // Not disabled: it would lose the focus.
    wrong.ariaDisabled = 'true';
    void report().then((isStored) => {
      status.textContent = isStored ? words.thanks : words.notSent;
      wrong.ariaDisabled = null;
      if (isStored && wrong.matches(':focus')) status.focus();
      wrong.hidden = isStored;
    });
  });
  return element('footer', {}, wrong, status);
}

function passageBox(
  passage: CitedPassage,
  {
    start,
    label,
    tools,
    close,
  }: {
    readonly start: number;
    readonly label: string;
    readonly tools: CitationTools;
    readonly close: () => void;
  },
): HTMLElement {
  const { words, report } = tools;
  const text = element('div', { class: 'assistant-passage-text', tabindex: '0', dir: 'auto' });
  text.append(tools.render(passage.text));
  const shut = element(
    'button',
    { type: 'button', class: 'dc-icon-button', 'aria-label': words.close, title: words.close },
    glyph(shapes.close, 14),
  );
  shut.addEventListener('click', close);
  const box = element(
    'section',
    { class: 'assistant-passage', id: freeId('assistant-passage'), 'aria-label': label },
    element(
      'header',
      {},
      element(
        'a',
        { href: /^(\/(?!\/)|https?:)/.test(passage.url) ? passage.url : '#', dir: 'auto' },
        headingOf(passage),
      ),
      shut,
    ),
    text,
    report && reportLine(words, () => report(start, passage.number)),
  );
  withSite(box, tools.site);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // The panel itself stays open.
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  return box;
}
