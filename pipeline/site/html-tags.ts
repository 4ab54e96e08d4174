/** A start tag that has a certain attribute. */
export interface FoundTag {
  readonly name: string;
  /** Of the attribute, references decoded. */
  readonly value: string;
  /** Where the value starts and ends in the HTML. */
  readonly from: number;
  readonly to: number;
  /** Where the tag's content starts: behind its `>`. */
  readonly end: number;
}

/**
 * Every start tag with an attribute that says something, in order; what only looks like one in a text is
 * passed over.
 */
export function* tagsWith(html: string, attribute: 'id' | 'href'): Generator<FoundTag> {
  const mark = ` ${attribute}="`;
  let open = -1;
  let end = -1;
  let next = html.indexOf('<');
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + mark.length)) {
    const before = open;
    while (next >= 0 && next < at) {
      // Text in the attributes of a tag opens no other tag.
      if (next >= end) open = next;
      next = html.indexOf('<', next + 1);
    }
    if (open !== before) end = tagEnd(html, open);
    if (open < 0 || end < at) continue;
    const name = nameAt(html, open + 1);
    const from = at + mark.length;
    const to = html.indexOf('"', from);
    if (name === '' || to <= from) continue;
    yield { name, value: decodeEntities(html.slice(from, to)), from, to, end: end + 1 };
  }
}

/** Place of the `>` that ends a tag: attributes may hold some of their own. */
export function tagEnd(html: string, open: number): number {
  let end = html.indexOf('>', open);
  let quote = html.indexOf('"', open);
  while (end >= 0 && quote >= 0 && quote < end) {
    const shut = html.indexOf('"', quote + 1);
    if (shut < 0) break;
    if (shut > end) end = html.indexOf('>', shut);
    quote = html.indexOf('"', shut + 1);
  }
  return end < 0 ? html.length : end;
}

/** Lower-case name of the tag that starts here; '' when none does. */
export function nameAt(html: string, start: number): string {
  let end = start;
  for (; end < html.length; end++) {
    const code = html.charCodeAt(end) | 32;
    const isLetter = code >= 97 && code <= 122;
    const digit = html.charCodeAt(end);
    if (!isLetter && !(end > start && ((digit >= 48 && digit <= 57) || digit === 45))) break;
  }
  return html.slice(start, end).toLowerCase();
}

/** Text of HTML as rendered: the few references that it has. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&')
    : text;
}
