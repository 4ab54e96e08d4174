import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../../pipeline/output/diff.ts';

describe('unifiedDiff', () => {
  test('is empty when nothing changed', () => {
    expect(unifiedDiff('a.mdx', 'same', 'same')).toBe('');
  });

  test('stays within 10 kB and says that it was cut', () => {
    const text = (mark: string) =>
      Array.from({ length: 3000 }, (_, i) => `${mark} ü ${i}`).join('\n');
    const diff = unifiedDiff('a.mdx', text('old'), text('new'));
    expect(Buffer.byteLength(diff)).toBeLessThanOrEqual(10_000);
    expect(diff.startsWith('--- a/a.mdx\n+++ b/a.mdx\n@@ ')).toBe(true);
    expect(diff.endsWith('\\ Diff truncated: it is longer than 10 kB.\n')).toBe(true);
  });
});
