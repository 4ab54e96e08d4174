import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findContent, packsIn, readContentNow } from '../../../pipeline/output/contents.ts';
import { PackWriter } from '../../../pipeline/output/pack-writer.ts';
import { tempDir } from '../../support/temp.ts';

test('a large content is copied frame by frame when its pack is written again', () => {
  const [before, after] = [tempDir(), tempDir()];
  const texts = ['Some lines. ', 'More lines. ', 'The last lines. '].map((text) =>
    Buffer.from(text.repeat(100_000)),
  );
  const first = new PackWriter(before, 'first');
  const { hash } = first.addPieces('large.txt', texts);
  first.add('unused', 'unused.png', randomBytes(9_000_000));
  first.finish(undefined, () => true);
  const old = findContent(before, hash);

  const second = new PackWriter(after, 'second');
  second.add('new', 'new.png', randomBytes(9_000_000));
  second.finish(before, (name) => name !== 'unused');
  expect(packsIn(after)).toEqual(['second']);
  const content = findContent(after, hash);
  if (!old || !content) throw new Error('The content is missing.');
  expect(readContentNow(content).equals(Buffer.concat(texts))).toBe(true);
  const sizes = ({ parts }: typeof content) => parts.map(([, ...rest]) => rest);
  expect(content.parts.length).toBeGreaterThan(2);
  expect(sizes(content)).toEqual(sizes(old));
});
