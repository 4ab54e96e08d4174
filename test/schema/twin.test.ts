import { expect, test } from 'vitest';
import { twinEnd, withoutTwinEnd } from '../../schema/twin.ts';

test('the end of a twin comes off again, and nothing of the author does', () => {
  const own = '# Title\n\nText.\n\n---\n\nMore, and Index of all pages: mine.\n';
  expect(withoutTwinEnd(`${own}\n${twinEnd('https://docs.test/llms.txt')}\n`)).toBe(
    own.replace(/\n$/, '\n\n'),
  );
  expect(withoutTwinEnd(own)).toBe(own);
});
