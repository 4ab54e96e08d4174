import type { Chat, Exchange } from './chat.ts';
import { type Drawing, exchangeElement } from './exchange-element.ts';

/** An exchange as it is in the log, with what it was drawn from. */
interface Drawn {
  readonly exchange: Exchange;
  readonly node: HTMLElement;
  readonly mark: string;
}

/** Makes what shows a conversation in a log; only exchanges that have changed are drawn again. */
export function createExchangeView(drawing: Drawing): (log: HTMLElement, chat: Chat) => void {
  const drawn: Drawn[] = [];
  return (log, chat) => {
    removeOld(drawn, chat);
    const { exchanges } = chat;
    for (const [index, exchange] of exchanges.entries()) {
      const isLast = index === exchanges.length - 1;
      const mark = JSON.stringify([exchange, isLast, isLast && chat.rated()]);
      const known = drawn[index];
      if (known?.exchange === exchange && known.mark === mark) continue;
      const node = exchangeElement(drawing, exchange, { chat, isLast });
      if (known) replace(known.node, node);
      else {
        if (index === 0) log.replaceChildren();
        log.append(node);
      }
      drawn[index] = { exchange, node, mark };
    }
  };
}

/** A new conversation starts with an empty log. */
function removeOld(drawn: Drawn[], { exchanges }: Chat): void {
  while (drawn.length > exchanges.length || drawn.at(-1)?.node.isConnected === false) {
    drawn.pop()?.node.remove();
  }
}

/** The focus stays on the pressed button. */
function replace(before: HTMLElement, node: HTMLElement): void {
  const { activeElement: focused } = before.getRootNode() as Document | ShadowRoot;
  const label = before.contains(focused) ? focused?.getAttribute('aria-label') : undefined;
  before.replaceWith(node);
  if (label) node.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
}
