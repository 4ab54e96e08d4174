import { expect, test } from 'vitest';
import { Draft } from '../../../../../runtime/dashboard/client/settings/draft.ts';

test('watchers of a text hear about its changes, not about the caret', () => {
  const draft = new Draft('{}', { isReadOnly: false });
  const told: unknown[] = [];
  draft.watch(({ isTyped }) => told.push([draft.text, isTyped]));
  draft.take(draft.state.update({ selection: { anchor: 1 } }).state);
  draft.change({ from: 1, insert: '"a": 1' });
  draft.undo();
  draft.redo();
  draft.change({ from: 6, to: 7, insert: '12' }, { isTyped: true });
  // As an editor does it.
  draft.take(draft.state.update({ changes: { from: 7, insert: '3' } }).state);
  expect(told).toEqual([
    ['{"a": 1}', false],
    ['{}', false],
    ['{"a": 1}', false],
    ['{"a": 12}', true],
    ['{"a": 132}', true],
  ]);
});
