import { Parser } from 'htmlparser2';
import type { UpdateEntry } from '../../schema/site.ts';
import { textOfHtml } from './sections.ts';

/** Gives each `Update` of a page its words, and those of each of its headings; what is after its end is not its own. */
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
  readonly start: number;
  readonly end: number;
  readonly headings: Heading[];
}

interface Found {
  readonly open: number;
  readonly headings: Heading[];
  content?: number;
  /** Where its element ends. */
  close?: number;
}

/** Where the contents of updates and their headings are; an update without contents has an empty place. */
function placesIn(html: string): readonly Place[] {
  const found: Found[] = [];
  /** The sections that are open, with the updates that some of them are. */
  const sections: (Found | undefined)[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const update = sections.findLast((section) => section !== undefined);
      if (name === 'section') {
        const isUpdate = 'data-update' in attributes;
        const opened: Found | undefined = isUpdate
          ? { open: parser.startIndex, headings: [] }
          : undefined;
        sections.push(opened);
        if (opened) found.push(opened);
      } else if (attributes.class === 'dc-update-content' && update && !update.content) {
        update.content = parser.endIndex + 1;
      } else if (/^h[1-6]$/.test(name) && attributes.id && update?.content) {
        update.headings.push({ id: attributes.id, open: parser.startIndex, close: 0 });
      }
    },
    onclosetag(name) {
      if (name === 'section') {
        const closed = sections.pop();
        if (closed) closed.close = parser.startIndex;
      }
      const heading = found.at(-1)?.headings.at(-1);
      if (heading?.close === 0 && /^h[1-6]$/.test(name)) heading.close = parser.endIndex + 1;
    },
  });
  parser.end(html);
  return found.map(({ open, content, headings, close = open }) =>
    content === undefined
      ? { start: open, end: open, headings }
      : { start: content, end: close, headings },
  );
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
