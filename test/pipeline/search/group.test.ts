import { expect, test } from 'vitest';
import { batchesOf } from '../../../pipeline/search/batch.ts';
import { groupOf, readGroup, writeGroup } from '../../../pipeline/search/group.ts';
import { rowsOf } from '../../../pipeline/search/rows.ts';
import { record } from './records.ts';

const texts = ['Install the gadget.', 'Put a proxy in front of the gadget.', '道具を設置する。'];
const records = texts.map((text, index) => record(`page-${index}`, text));
const group = groupOf([...batchesOf(rowsOf(records), false)].map(({ batch }) => batch));

/** A group with the words of its ranges. */
const plain = ({ parts, isOpen }: typeof group) => ({
  isOpen,
  parts: parts.map((part) => ({
    ...part,
    ranges: part.ranges.map(({ json, ...range }) => ({ ...range, json: json().toString() })),
  })),
});

test('a group is read as it was written', () => {
  expect(group.parts.length).toBeGreaterThan(0);
  expect(plain(readGroup(writeGroup(group)))).toEqual(plain(group));
});

test('the words of a range are read when they are asked for, without those of others', () => {
  const written = writeGroup(group);
  // The last bytes are words of the last range.
  written.fill(0, written.length - 8);
  const ranges = readGroup(written).parts.flatMap((part) => part.ranges);
  const expected = group.parts.flatMap((part) => part.ranges);
  expect(ranges.slice(0, -1).map(({ json }) => json().toString())).toEqual(
    expected.slice(0, -1).map(({ json }) => json().toString()),
  );
  expect(() => ranges.at(-1)?.json()).toThrow();
});
