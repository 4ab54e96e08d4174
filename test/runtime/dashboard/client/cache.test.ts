import { InfiniteQueryObserver } from '@tanstack/preact-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answers,
  foresee,
  forget,
  partsOf,
  refresh,
} from '../../../../runtime/dashboard/client/cache.ts';

interface Row {
  readonly id: string;
  readonly isDone?: boolean;
}

/** What was asked for, in order; each is answered when the test says so. */
const asked: { readonly path: string; readonly answer: (response: Response) => void }[] = [];
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    (path: string) => new Promise<Response>((answer) => asked.push({ path, answer })),
  );
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  answers.clear();
  asked.length = 0;
  vi.unstubAllGlobals();
});

/** Shows a list as a section does. */
function show(path: string) {
  const observer = new InfiniteQueryObserver(answers, partsOf<readonly Row[]>(path));
  ends.push(observer.subscribe(() => {}));
  return {
    rows: () => observer.getCurrentResult().data?.pages.flatMap(({ data }) => data),
    failure: () => observer.getCurrentResult().error?.message,
    more: () => observer.fetchNextPage({ cancelRefetch: false }),
  };
}

const listOf = (rows: readonly Row[], next?: string) =>
  Response.json({ data: rows }, next ? { headers: { link: `<${next}>; rel="next"` } } : {});
const broken = () =>
  Response.json({ error: { code: 'INTERNAL_ERROR', message: 'Broken.' } }, { status: 500 });
const paths = () => asked.map(({ path }) => path.replace('/api/v1', ''));
const rowsBecome = (shown: ReturnType<typeof show>, rows: readonly Row[]) =>
  vi.waitFor(() => expect(shown.rows()).toEqual(rows));

test("a list that can't be read again keeps all of its rows, next to the failure", async () => {
  const list = show('/hooks');
  asked[0]?.answer(listOf([{ id: 'a' }], '/api/v1/hooks?cursor=2'));
  await rowsBecome(list, [{ id: 'a' }]);
  void list.more();
  asked[1]?.answer(listOf([{ id: 'b' }]));
  await rowsBecome(list, [{ id: 'a' }, { id: 'b' }]);
  refresh();
  asked[2]?.answer(broken());
  await vi.waitFor(() => expect(list.failure()).toBe('Broken.'));
  expect(list.rows()).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(asked).toHaveLength(3);
});

test('a list is read again from its first part alone, and the others after it', async () => {
  const list = show('/hooks');
  asked[0]?.answer(listOf([{ id: 'a' }], '/api/v1/hooks?cursor=2'));
  await rowsBecome(list, [{ id: 'a' }]);
  void list.more();
  asked[1]?.answer(listOf([{ id: 'b' }]));
  await rowsBecome(list, [{ id: 'a' }, { id: 'b' }]);
  refresh();
  asked[2]?.answer(listOf([{ id: 'new' }], '/api/v1/hooks?cursor=3'));
  await rowsBecome(list, [{ id: 'new' }]);
  void list.more();
  expect(paths()).toEqual(['/hooks', '/hooks?cursor=2', '/hooks', '/hooks?cursor=3']);
});

test('a change that is shown early is not hidden by an answer from before it', async () => {
  const list = show('/hooks');
  asked[0]?.answer(listOf([{ id: 'a' }]));
  await rowsBecome(list, [{ id: 'a' }]);
  refresh();
  const takeBack = foresee<readonly Row[]>('/hooks', (rows) =>
    rows.map((row) => ({ ...row, isDone: true })),
  );
  const done = [{ id: 'a', isDone: true }];
  await rowsBecome(list, done);
  asked[1]?.answer(listOf([{ id: 'a' }]));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(list.rows()).toEqual(done);
  // Taken back, what was asked then is asked again.
  takeBack();
  await rowsBecome(list, [{ id: 'a' }]);
  expect(paths()).toEqual(['/hooks', '/hooks', '/hooks']);
  asked[2]?.answer(listOf([{ id: 'a' }, { id: 'b' }]));
  await rowsBecome(list, [{ id: 'a' }, { id: 'b' }]);
});

test('an answer from before a change is not taken for one from after it', async () => {
  const list = show('/hooks');
  refresh('/hooks');
  expect(paths()).toEqual(['/hooks', '/hooks']);
  asked[1]?.answer(listOf([{ id: 'after' }]));
  await rowsBecome(list, [{ id: 'after' }]);
  asked[0]?.answer(listOf([{ id: 'before' }]));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(list.rows()).toEqual([{ id: 'after' }]);
});

test('what is shown and begins so is read again; the rest stays, and is not asked for twice', async () => {
  const [hooks, keys] = [show('/hooks'), show('/keys')];
  asked[0]?.answer(listOf([{ id: 'a' }]));
  asked[1]?.answer(listOf([{ id: 'k' }]));
  await rowsBecome(hooks, [{ id: 'a' }]);
  await rowsBecome(keys, [{ id: 'k' }]);
  show('/keys');
  refresh('/hooks');
  expect(paths()).toEqual(['/hooks', '/keys', '/hooks']);
});

test('nothing of a member is left for the next one', async () => {
  const list = show('/hooks');
  asked[0]?.answer(listOf([{ id: 'a' }]));
  await rowsBecome(list, [{ id: 'a' }]);
  refresh();
  forget();
  asked[1]?.answer(listOf([{ id: 'of the one before' }]));
  await vi.waitFor(() => expect(list.rows()).toBeUndefined());
  asked[2]?.answer(listOf([{ id: 'b' }]));
  await rowsBecome(list, [{ id: 'b' }]);
});
