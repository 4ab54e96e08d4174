import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findContent, packsIn, readFrame } from '../../../pipeline/output/contents.ts';
import { packFrame } from '../../../pipeline/output/frame.ts';
import { PackWriter } from '../../../pipeline/output/pack-writer.ts';
import { tempDir } from '../../support/temp.ts';

test('a content has the same frames when its pack is written again, however long they are', () => {
  const [before, after] = [tempDir(), tempDir()];
  const texts = ['# Head. ', 'A long part. ', 'A short part. ', 'The longest part. '].map(
    (text, at) => text.repeat([10, 100_000, 50, 150_000][at] ?? 1),
  );
  const first = new PackWriter(before, 'first');
  const { hash } = first.addFrames(texts.map((text) => packFrame(Buffer.from(text))));
  first.add('unused', 'unused.png', randomBytes(9_000_000));
  first.finish(undefined, () => true);

  const second = new PackWriter(after, 'second');
  second.add('new', 'new.png', randomBytes(9_000_000));
  second.finish(before, (name) => name !== 'unused');
  expect(packsIn(after)).toEqual(['second']);
  const content = findContent(after, hash);
  const found = texts.map((_, at) => content && readFrame(content, at)?.bytes.toString());
  expect(found).toEqual(texts);
  expect(content?.parts).toHaveLength(texts.length);
});
