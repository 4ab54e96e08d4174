import { element } from '../element.ts';
import type { Chat, Exchange } from './chat.ts';
import { type Drawing, exchangeParts, type Part } from './exchange-element.ts';

/** A part as it is in the log, with what it was drawn from. */
interface DrawnPart {
  readonly node: HTMLElement;
  readonly mark: string;
}

/** An exchange as it is in the log. */
interface Drawn {
  readonly exchange: Exchange;
  readonly node: HTMLElement;
  parts: ReadonlyMap<string, DrawnPart>;
}

/**
 * Makes what shows a conversation in a log. Only parts that have changed are drawn again: a rating
 * closes no passage, and has no answer read out once more.
 */
export function createExchangeView(drawing: Drawing): (log: HTMLElement, chat: Chat) => void {
  const drawn: Drawn[] = [];
  return (log, chat) => {
    const keepFocus = focusIn(log);
    removeOld(drawn, chat);
    const { exchanges } = chat;
    for (const [index, exchange] of exchanges.entries()) {
      let known = drawn[index];
      if (known?.exchange !== exchange) {
        const node = element('article', { class: 'assistant-exchange' });
        if (index === 0) log.replaceChildren();
        if (known) known.node.replaceWith(node);
        else log.append(node);
        known = { exchange, node, parts: new Map() };
        drawn[index] = known;
      }
      const isLast = index === exchanges.length - 1;
      drawParts(known, exchangeParts(drawing, exchange, { chat, isLast }));
    }
    keepFocus();
  };
}

/** A new conversation starts with an empty log. */
function removeOld(drawn: Drawn[], { exchanges }: Chat): void {
  while (drawn.length > exchanges.length || drawn.at(-1)?.node.isConnected === false) {
    drawn.pop()?.node.remove();
  }
}

/** Parts come in the order in which they are shown. */
function drawParts(drawn: Drawn, parts: readonly Part[]): void {
  const before = drawn.parts;
  const now = new Map<string, DrawnPart>();
  for (const { name, from, draw } of parts) {
    const mark = JSON.stringify(from);
    const known = before.get(name);
    now.set(name, known?.mark === mark ? known : { node: draw(known?.node), mark });
  }
  for (const [name, { node }] of before) {
    if (now.get(name)?.node !== node) node.remove();
  }
  let next: ChildNode | null = drawn.node.firstChild;
  for (const { node } of now.values()) {
    if (node === next) next = node.nextSibling;
    else drawn.node.insertBefore(node, next);
  }
  drawn.parts = now;
}

/** Remembers where the focus is. It stays on the pressed button, or in the log where that is gone. */
function focusIn(log: HTMLElement): () => void {
  const { activeElement: focused } = log.getRootNode() as Document | ShadowRoot;
  if (!focused || focused === log || !log.contains(focused)) return () => {};
  const label = CSS.escape(focused.getAttribute('aria-label') ?? '');
  const alike = () => [...log.querySelectorAll<HTMLElement>(`[aria-label="${label}"]`)];
  const place = alike().indexOf(focused as HTMLElement);
  return () => {
    if (!focused.isConnected) (alike()[place] ?? log).focus({ preventScroll: true });
  };
}
