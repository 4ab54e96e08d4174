import { expect, test } from 'vitest';
import { Draft } from '../../../runtime/dashboard/client/settings/draft.ts';

test('watchers of a text hear about its changes, not about the caret', () => {
  const draft = new Draft('{}', { isReadOnly: false });
  const told: string[] = [];
  draft.watch(() => told.push(draft.text));
  draft.take(draft.state.update({ selection: { anchor: 1 } }).state);
  draft.change({ from: 1, insert: '"a": 1' });
  draft.undo();
  expect(told).toEqual(['{"a": 1}', '{}']);
});
