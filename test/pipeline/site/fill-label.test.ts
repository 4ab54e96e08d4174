import { expect, test } from 'vitest';
import { fillLabel } from '../../../pipeline/site/fill-label.ts';

test('values fill the places of a label', () => {
  expect(fillLabel('Show all {count} lines', { count: 20 })).toBe('Show all 20 lines');
  expect(fillLabel('Copy {name}', { other: 1 })).toBe('Copy {name}');
});
