import type { FootnoteDefinition, Nodes } from 'mdast';
import { type ComponentChild, h, isValidElement } from 'preact';
import type { Props } from './components/component.ts';
import type { PageContext } from './components/page-context.ts';
import { fillLabel } from './fill-label.ts';

/** The footnotes of a page. */
export type Footnotes = ReturnType<typeof createFootnotes>;

/** The footnotes of a page, numbered as they are first referred to. */
export function createFootnotes(page: PageContext) {
  const numbers = new Map<string, number>();
  const notes = new Map<string, FootnoteDefinition>();
  // A theme with notes in the margin places each one next to its reference, below the one before.
  const hasMargin = page.site.config.theme === 'house';
  const anchor = (number: number) => (hasMargin ? { style: `anchor-name:--ref-${number}` } : {});
  const marginPlace = (number: number) => {
    const above = number === 1 ? '--contents' : `--note-${number - 1}`;
    const style = `--ref:--ref-${number};--above:${above};anchor-name:--note-${number}`;
    return hasMargin ? { style } : {};
  };
  return {
    /** Notes of snippets and of Markdown in attributes are also at the end of the page. */
    add(found: ReadonlyMap<string, FootnoteDefinition>): void {
      for (const [key, note] of found) if (!notes.has(key)) notes.set(key, note);
    },
    /** A reference; as written where the text around it knows no such note. */
    reference(identifier: string, known: ReadonlyMap<string, FootnoteDefinition>): ComponentChild {
      const key = identifier.toLowerCase();
      if (!known.has(key)) return `[^${identifier}]`;
      const before = numbers.get(key);
      const number = before ?? numbers.size + 1;
      numbers.set(key, number);
      const first = before === undefined ? { id: `fnref-${number}`, ...anchor(number) } : {};
      return h(
        'sup',
        null,
        h('a', { href: `#fn-${number}`, ...first, class: 'footnote-ref' }, String(number)),
      );
    },
    /** All notes that are referred to, with the ways back. */
    section(flow: (nodes: readonly Nodes[]) => ComponentChild[]): ComponentChild {
      if (numbers.size === 0) return undefined;
      const items: ComponentChild[] = [];
      for (const [key, number] of numbers) {
        const note = notes.get(key);
        const back = h(
          'a',
          {
            href: `#fnref-${number}`,
            class: 'footnote-back',
            'aria-label': fillLabel(page.labels.backTo, { number }),
          },
          '↩',
        );
        const content = flow(note?.children ?? []);
        // The link back is at the end of the note's last line.
        const last = content.at(-1);
        if (isValidElement(last) && last.type === 'p') {
          content.splice(-1, 1, h('p', null, (last.props as Props).children, back));
        } else content.push(back);
        items.push(h('li', { id: `fn-${number}`, ...marginPlace(number) }, content));
      }
      return h('section', { class: 'dc-footnotes', role: 'doc-endnotes' }, h('ol', null, items));
    },
  };
}
