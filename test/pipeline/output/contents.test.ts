import { expect, test } from 'vitest';
import { readContent, readContentNow } from '../../../pipeline/output/contents.ts';
import { PackWriter } from '../../../pipeline/output/pack-writer.ts';
import { tempDir } from '../../support/temp.ts';

/** Contents of more frames than are remembered, each as long as a frame. */
function manyContents() {
  const writer = new PackWriter(tempDir(), 'pack');
  const texts = Array.from({ length: 20 }, (_, index) => `${index} `.padStart(4).repeat(50_000));
  for (const [index, text] of texts.entries()) {
    writer.add(`half ${index}`, 'half.txt', Buffer.from(text));
    writer.add(`rest ${index}`, 'rest.txt', Buffer.from(text));
  }
  const find = (name: string) => {
    const content = writer.find(name);
    if (!content) throw new Error(`There is no ${name}`);
    return content;
  };
  return { texts, find };
}

test('what was read stays as it is while other contents are read', async () => {
  const { texts, find } = manyContents();
  const held: Uint8Array[] = [];
  for (const index of texts.keys()) {
    readContentNow(find(`half ${index}`));
    // From the frame that is unpacked already.
    for await (const piece of readContent(find(`rest ${index}`))) held.push(piece);
  }
  expect(held.map((piece) => Buffer.from(piece).toString('utf8'))).toEqual(texts);
});

test('contents are read in any order, from frames that are remembered or not', () => {
  const { texts, find } = manyContents();
  const order = [...texts.keys(), 0, 19, 3, 19, 0];
  for (const index of order) {
    expect(readContentNow(find(`rest ${index}`)).toString('utf8')).toBe(texts[index]);
  }
});
