import { escapeHtml } from '../../schema/html.ts';
import type { RenderedBody } from '../../schema/site.ts';
import { tagsWith } from './html-tags.ts';

/** A body whose links to some addresses lead to others. */
export function withAddresses(
  body: RenderedBody,
  addresses: ReadonlyMap<string, string> | undefined,
): RenderedBody {
  if (!addresses?.size) return body;
  const { html, aside } = body;
  return {
    ...body,
    html: rewritten(html, addresses),
    ...(aside === undefined ? {} : { aside: rewritten(aside, addresses) }),
  };
}

function rewritten(html: string, addresses: ReadonlyMap<string, string>): string {
  let made = '';
  let last = 0;
  for (const { value, from, to } of tagsWith(html, 'href')) {
    const address = addresses.get(value);
    if (address === undefined) continue;
    made += html.slice(last, from) + escapeHtml(address);
    last = to;
  }
  return made + html.slice(last);
}
