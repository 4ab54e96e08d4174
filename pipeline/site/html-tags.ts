import { Parser } from 'htmlparser2';

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

/** Every start tag with an attribute that is not empty, in order. */
export function tagsWith(html: string, attribute: 'id' | 'href'): readonly FoundTag[] {
  const tags: FoundTag[] = [];
  let found: Pick<FoundTag, 'value' | 'from' | 'to'> | undefined;
  const parser = new Parser({
    onopentagname() {
      found = undefined;
    },
    onattribute(name, value) {
      if (name !== attribute || value === '' || found) return;
      // As rendered: `name="value"`.
      const from = parser.startIndex + name.length + '="'.length;
      found = { value, from, to: parser.endIndex - 1 };
    },
    onopentag(name) {
      if (found) tags.push({ name, ...found, end: parser.endIndex + 1 });
    },
  });
  parser.end(html);
  return tags;
}

/** Place of the `>` that ends the start tag at `open`. */
export function tagEnd(html: string, open: number): number {
  let end = html.length;
  const parser = new Parser({
    onopentag() {
      end = open + parser.endIndex;
      parser.pause();
    },
  });
  parser.write(html.slice(open));
  return end;
}
