import { Parser } from 'htmlparser2';
import type { UpdateEntry } from '../../schema/site.ts';
import { textOfHtml } from './sections.ts';

/** Gives each `Update` of a page its words, and those of each of its headings; notes at the end of a page are not theirs. */
export function withTexts(updates: readonly UpdateEntry[], html: string): UpdateEntry[] {
  if (updates.length === 0) return [];
  const places = placesIn(html);
  return updates.map((update, index) => {
    const place = places[index];
    if (!place) return update;
    const text = textOfHtml(html.slice(place.start, place.end));
    const parts = partsOf(html, place);
    return { ...update, text, ...(parts.length > 0 ? { parts } : {}) };
  });
}

interface Heading {
  readonly id: string;
  readonly open: number;
  /** Where what is below it begins. */
  close: number;
}

interface Place {
  start: number;
  end: number;
  readonly headings: Heading[];
}

/** Where the contents of updates and their headings are; an update without contents has an empty place. */
function placesIn(html: string): readonly Place[] {
  const found: { readonly open: number; readonly headings: Heading[]; content?: number }[] = [];
  let last = html.length;
  const parser = new Parser({
    onopentag(name, attributes) {
      const update = found.at(-1);
      if (name === 'section' && 'data-update' in attributes) {
        found.push({ open: parser.startIndex, headings: [] });
      } else if (name === 'section' && attributes.class === 'footnotes') {
        last = Math.min(last, parser.startIndex);
      } else if (attributes.class === 'update-content' && update && !update.content) {
        update.content = parser.endIndex + 1;
      } else if (/^h[1-6]$/.test(name) && attributes.id && update?.content) {
        update.headings.push({ id: attributes.id, open: parser.startIndex, close: 0 });
      }
    },
    onclosetag(name) {
      const heading = found.at(-1)?.headings.at(-1);
      if (heading?.close === 0 && /^h[1-6]$/.test(name)) heading.close = parser.endIndex + 1;
    },
  });
  parser.end(html);
  return found.map(({ open, content, headings }, index) => {
    const end = Math.min(last, found[index + 1]?.open ?? last);
    const own = headings.filter((heading) => heading.open < end);
    return { start: content ?? open, end: content === undefined ? open : end, headings: own };
  });
}

/** The headings of an update with what is below each; what is before the first one belongs to it. */
function partsOf(html: string, { start, end, headings }: Place): NonNullable<UpdateEntry['parts']> {
  const texts = headings.map(({ id, open, close }, index) => ({
    id,
    title: textOfHtml(html.slice(open, close)),
    text: textOfHtml(html.slice(close, headings[index + 1]?.open ?? end)),
  }));
  const lead = headings[0] ? textOfHtml(html.slice(start, headings[0].open)) : '';
  return texts
    .filter(({ title }) => title !== '')
    .map((part, index) =>
      index > 0 || lead === ''
        ? part
        : { ...part, text: [lead, part.text].filter(Boolean).join('\n') },
    );
}
