import { type ComponentChildren, h, isValidElement } from 'preact';
import { markup, text, textOf } from './component.ts';
import { usePage } from './page-context.ts';

/** Words of an attribute, and what shows them: the text itself, or the elements an author wrote it as. */
export interface Wording {
  readonly text: string;
  readonly shown: ComponentChildren;
}

/**
 * Words of an attribute: `title="Start"`, or elements as in `title={<>Use <code>npm</code></>}`. The
 * text of elements is empty where they are only pictures; anything that can't be shown counts as absent.
 */
export function wording(value: unknown): Wording | undefined {
  const plain = text(value);
  if (plain !== undefined) return plainWording(plain);
  if (!isElements(value)) return undefined;
  const shown = value as ComponentChildren;
  return { text: textOf(shown).replaceAll(/\s+/g, ' ').trim(), shown };
}

/** Each of a list of words; one alone counts as a list of one. */
export function wordings(value: unknown): readonly Wording[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => wording(item) ?? []);
}

/** Words that are shown as they are. */
export function plainWording(words: string): Wording {
  return { text: words, shown: words };
}

/** An element, or a list of elements and texts. */
function isElements(value: unknown): boolean {
  if (!Array.isArray(value)) return isValidElement(value);
  return (
    value.some((item) => isValidElement(item)) &&
    value.every((item) => markup(item) !== undefined || item === null || item === false)
  );
}

/** Words within a line that something else makes. */
export function Words({ of }: { readonly of: Wording }) {
  return <>{typeof of.shown === 'string' ? usePage().words(of.shown) : of.shown}</>;
}

/** Words that may be Markdown, in an attribute of the component with these properties. */
export function MarkdownWords({ of, place }: { readonly of: Wording; readonly place: unknown }) {
  const { shown } = of;
  return <>{typeof shown === 'string' ? usePage().markdown(shown, place as never) : shown}</>;
}

/** Words as a line of their own: a paragraph, unless they are elements, which may be blocks. */
export function WordsLine(props: {
  readonly of: Wording;
  /** Name of the part of its component, also of its class. */
  readonly part: string;
  readonly children?: ComponentChildren;
}) {
  return h(
    typeof props.of.shown === 'string' ? 'p' : 'div',
    { class: `dc-${props.part}`, 'data-component-part': props.part },
    <Words of={props.of} />,
    props.children,
  );
}
