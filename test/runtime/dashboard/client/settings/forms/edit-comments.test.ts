import fc from 'fast-check';
import { type ParseError, parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import {
  type Path,
  withEntry,
  withMoved,
  withTransfer,
  withValue,
} from '../../../../../../runtime/dashboard/client/settings/forms/edit.ts';

/** A list of a tree: names, and groups with a list of their own. */
type Tree = readonly (string | { readonly group: string; readonly pages: Tree })[];

/** How a list is written: where its comments are, by its entries. */
interface Style {
  readonly isOnLines: boolean;
  readonly hasLastComma: boolean;
  readonly comments: readonly ('none' | 'above' | 'block' | 'behind' | 'both' | 'apart')[];
}

interface Written {
  readonly name: string;
  readonly style: Style;
  readonly pages?: readonly Written[];
}

const style: fc.Arbitrary<Style> = fc.record({
  isOnLines: fc.boolean(),
  hasLastComma: fc.boolean(),
  comments: fc.array(fc.constantFrom('none', 'above', 'block', 'behind', 'both', 'apart'), {
    minLength: 4,
    maxLength: 4,
  }),
});
const { tree } = fc.letrec<{ tree: readonly Written[]; entry: Written }>((tie) => ({
  tree: fc.array(tie('entry'), { maxLength: 4 }) as fc.Arbitrary<readonly Written[]>,
  entry: fc.record(
    { name: fc.constant(''), style, pages: tie('tree') },
    { requiredKeys: ['name', 'style'] },
  ) as fc.Arbitrary<Written>,
}));

/** Writes a tree with a name of its own for each entry, and comments that say which one they are about. */
function write(list: readonly Written[], own: Style): string {
  let count = 0;
  const listText = (entries: readonly Written[], { isOnLines, ...how }: Style, depth: number) => {
    if (entries.length === 0) return '[]';
    const line = isOnLines ? `\n${'  '.repeat(depth + 1)}` : '';
    let text = '[';
    for (const [index, { pages, style: inner }] of entries.entries()) {
      const id = `n${count++}.`;
      const kind = how.comments[index % 4];
      const isLast = index === entries.length - 1;
      const comma = isLast && !how.hasLastComma ? '' : ',';
      const body = pages
        ? `{ "group": "${id}", "pages": ${listText(pages, inner, depth + 1)} }`
        : `"${id}"`;
      const about = (place: string) => `${place} ${id}`;
      text += line || (index > 0 ? ' ' : '');
      if (kind === 'apart' && isOnLines) text += `// owner${count}.${line.replace('\n', '\n\n')}`;
      if (kind === 'block') text += `/* ${about('block')} */ `;
      if ((kind === 'above' || kind === 'both') && isOnLines) text += `// ${about('above')}${line}`;
      text += body + (kind === 'both' ? ` /* ${about('near')} */` : '') + comma;
      if ((kind === 'behind' || kind === 'both') && isOnLines) text += ` // ${about('behind')}`;
    }
    return `${text}${isOnLines ? `\n${'  '.repeat(depth)}` : ''}]`;
  };
  return `${listText(list, own, 0)}\n`;
}

const operation = fc.record({
  kind: fc.constantFrom('move', 'remove', 'add', 'transfer'),
  list: fc.nat(20),
  other: fc.nat(20),
  from: fc.nat(5),
  to: fc.nat(5),
});

/** The lists of a tree, each with its path. */
function listsOf(list: Tree, path: Path = []): readonly { path: Path; list: unknown[] }[] {
  return [
    { path, list: list as unknown[] },
    ...list.flatMap((entry, index) =>
      typeof entry === 'string' ? [] : listsOf(entry.pages, [...path, index, 'pages']),
    ),
  ];
}

function read(text: string): Tree {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true });
  expect(errors, text).toEqual([]);
  return value;
}

const commentsIn = (text: string) =>
  [...text.matchAll(/(?:above|block|near|behind) (n\d+\.)|owner\d+\./g)].map(([comment, name]) => ({
    comment,
    name,
  }));

test('moves, removals and additions keep the JSON, its value, and each comment of what is left', () => {
  fc.assert(
    fc.property(tree, style, fc.array(operation, { maxLength: 8 }), (list, own, operations) => {
      let text = write(list, own);
      for (const [step, { kind, ...asked }] of operations.entries()) {
        const value = read(text);
        const lists = listsOf(value);
        const target = lists[asked.list % lists.length];
        if (!target) continue;
        const { path, list: entries } = target;
        const from = asked.from % Math.max(1, entries.length);
        const to = asked.to % Math.max(1, entries.length);
        const before = commentsIn(text);
        let gone = '';
        if (kind === 'add') {
          text = withEntry(text, path, to, `new${step}`);
          entries.splice(to, 0, `new${step}`);
        } else if (entries.length === 0) continue;
        else if (kind === 'move') {
          text = withMoved(text, path, from, to);
          entries.splice(to, 0, ...entries.splice(from, 1));
        } else if (kind === 'remove') {
          text = withValue(text, [...path, from], undefined);
          gone = JSON.stringify(entries.splice(from, 1));
        } else {
          const other = lists[asked.other % lists.length];
          if (!other || other.path === path) continue;
          const index = asked.to % (other.list.length + 1);
          const moved = withTransfer(text, [...path, from], other.path, index);
          const isInside = [...path, from].every((part, at) => other.path[at] === part);
          expect(moved === undefined).toBe(isInside);
          if (!moved) continue;
          text = moved.text;
          const [entry] = entries.splice(from, 1);
          other.list.splice(index, 0, entry);
        }
        expect(read(text), text).toEqual(value);
        const left = before.filter(({ name }) => name === undefined || !gone.includes(name));
        const after = commentsIn(text);
        const named = (found: typeof before) => found.map(({ comment }) => comment).sort();
        const isOwner = ({ name }: { name: string | undefined }) => name === undefined;
        // What a removed list says about itself goes with it.
        if (kind === 'remove') {
          expect(named(after.filter((one) => !isOwner(one))), text).toEqual(
            named(left.filter((one) => !isOwner(one))),
          );
        } else expect(named(after), text).toEqual(named(left));
      }
    }),
    { numRuns: 1000 },
  );
});
