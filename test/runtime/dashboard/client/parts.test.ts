import { expect, test, vi } from 'vitest';
import { readQuestions } from '../../../../runtime/assistant/questions/read-questions.ts';
import { address, nextOf } from '../../../../runtime/dashboard/client/ask.ts';
import { drawnRows } from '../../../../runtime/dashboard/client/drawn.ts';
import { csvOf, partsOf } from '../../../../runtime/dashboard/client/exporting.ts';
import { closeness } from '../../../../runtime/dashboard/client/palette.tsx';
import { evenly } from '../../../../runtime/dashboard/client/parts/chart.tsx';
import { readAll } from '../../../../runtime/dashboard/client/parts/export.tsx';
import { foundIn } from '../../../../runtime/dashboard/client/parts/found.tsx';
import { placeOf, to } from '../../../../runtime/dashboard/client/place.ts';
import { foldedParts } from '../../../../runtime/dashboard/client/sections/folded-parts.ts';
import {
  entriesOf,
  questionLine,
} from '../../../../runtime/dashboard/client/sections/question-line.ts';
import { verdictOf } from '../../../../runtime/dashboard/client/sections/receiver-verdict.ts';
import { wordsOf } from '../../../../runtime/dashboard/client/settings/forms/form.ts';
import { sections } from '../../../../runtime/dashboard/client/settings/forms/forms.tsx';
import { settingSections } from '../../../../runtime/dashboard/client/settings/section-names.ts';
import { shortcutOf } from '../../../../runtime/dashboard/client/shortcuts.ts';
import {
  ago,
  exactly,
  lasting,
  many,
  percent,
} from '../../../../runtime/dashboard/client/words.ts';

const now = Date.UTC(2026, 10, 22, 12);

test.each([
  [now - 2_000, 'just now'],
  [now - 5 * 60_000, '5 minutes ago'],
  [now - 3 * 3_600_000, '3 hours ago'],
  [now - 26 * 3_600_000, 'yesterday'],
  [now + 10 * 60_000, 'in 10 minutes'],
  [Date.UTC(2026, 9, 1, 12), 'Oct 1'],
  [Date.UTC(2025, 9, 1, 12), 'Oct 1, 2025'],
])('the time %d is shown as "%s"', (time, text) => {
  expect(ago(time, now)).toBe(text);
});

test('the exact time names its zone', () => {
  expect(exactly(now, 'Europe/Berlin')).toBe('Nov 22, 2026, 1:00:00 PM GMT+1');
});

test('numbers have the words that fit them', () => {
  expect([many(1, 'page'), many(1234, 'page'), many(0, 'delivery', 'deliveries')]).toEqual([
    ...['1 page', '1,234 pages', '0 deliveries'],
  ]);
  expect([lasting(20), lasting(2_400), lasting(185_000)]).toEqual(['20 ms', '2.4 s', '3 min 5 s']);
  expect([percent(0), percent(0.001), percent(0.9999), percent(1)]).toEqual([
    ...['0%', '1%', '99%', '100%'],
  ]);
});

test('a question of a reader becomes a line that the tests of a site can read', () => {
  const asked = { question: 'And "staging"?\nToo?', after: ['How do I rotate a key?'] };
  const pages = entriesOf(' guides/keys, cli,\ncli,');
  expect(pages).toEqual(['guides/keys', 'cli']);
  const lines = [
    questionLine({ ...asked, pages, words: ['rotate'], isAnswered: true }),
    questionLine({ ...asked, after: [], pages: [], words: [], isAnswered: true }),
    questionLine({ ...asked, pages, words: ['rotate'], isAnswered: false }),
  ];
  expect(readQuestions(lines.join('\n'), 'tests/questions.jsonl')).toEqual({
    problems: [],
    questions: [
      { ...asked, pages, words: ['rotate'], line: 1 },
      { question: asked.question, line: 2 },
      { ...asked, answered: false, line: 3 },
    ],
  });
});

test.each([
  [undefined, 204, 40, 'good', 'It answers 204.'],
  [undefined, 200, 8_000, 'wait', 'answer first'],
  [undefined, 401, 40, 'bad', 'has the secret of this webhook'],
  [undefined, 404, 40, 'bad', 'Check the path'],
  [undefined, 301, 40, 'bad', 'Redirects are not followed'],
  [undefined, 0, 40, 'bad', 'that the receiver is running'],
  ['signature', 401, 40, 'good', 'It answers 401.'],
  ['signature', 200, 40, 'bad', 'anyone can send it made-up events'],
  ['age', 200, 40, 'bad', 'a recorded event'],
  ['age', 500, 40, 'wait', 'Answer with 401 instead.'],
] as const)(
  'a receiver that gets the fault %s and answers %i in %i ms is %s: %s',
  (fault, statusCode, duration, tone, text) => {
    const delivered = statusCode >= 200 && statusCode < 300;
    const result = { delivered, statusCode, duration, responseBody: '', event: 'page.created' };
    const said = delivered ? result : { ...result, error: `It answered ${statusCode}.` };
    expect(verdictOf(fault, said)).toEqual({ tone, text: expect.stringContaining(text) });
  },
);

test.each([
  [0, 0, 0, 'good', 'No problems'],
  [0, 0, 1, 'info', '1 note'],
  [0, 2, 1, 'wait', '2 warnings, 1 note'],
  [1, 0, 3, 'bad', '1 error, 3 notes'],
] as const)(
  '%i errors, %i warnings and %i notes are %s: %s',
  (errors, warnings, notes, tone, words) => {
    expect(foundIn({ errors, warnings, notes })).toEqual([tone, words]);
  },
);

test('unchanged lines are folded but for those next to a change, with the numbers that they have', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);
  const folded = foldedParts([
    { type: 'same', lines: lines(20) },
    { type: 'removed', lines: ['a', 'b'] },
    { type: 'added', lines: ['c'] },
    { type: 'same', lines: lines(9) },
    { type: 'added', lines: ['d'] },
    { type: 'same', lines: lines(40) },
  ]);
  expect(folded.map((one) => [one.type, one.lines.length, one.old, one.now, one.isFolded])).toEqual(
    [
      ['same', 17, 1, 1, true],
      ['same', 3, 18, 18, false],
      ['removed', 2, 21, 21, false],
      ['added', 1, 23, 21, false],
      ['same', 9, 23, 22, false],
      ['added', 1, 32, 31, false],
      ['same', 3, 32, 32, false],
      ['same', 37, 35, 35, true],
    ],
  );
});

test('the scale of a chart ends at an even number', () => {
  expect([1, 2, 3, 94, 141, 470, 1000, 5800].map(evenly)).toEqual([
    ...[2, 2, 4, 100, 200, 600, 1000, 6000],
  ]);
});

test('an exported list has one line for each row, and no formula', () => {
  const rows = [
    { id: 'a', text: 'He said "no",\nthen left', events: ['x', 'y'] },
    { id: '=1+1', text: null, more: 3 },
  ];
  expect(csvOf(rows)).toBe(
    'id,text,events,more\r\na,"He said ""no"",\nthen left","[""x"",""y""]",\r\n\'=1+1,,,3\r\n',
  );
  expect(csvOf([])).toBe('\r\n');
});

test('of a list with a million rows, only those near the visible part are drawn', () => {
  const list = { height: 44, rows: 1_000_000, margin: 10 };
  expect(drawnRows({ ...list, top: -200, bottom: 700 })).toEqual({ first: 0, end: 26 });
  expect(drawnRows({ ...list, top: 4_400, bottom: 5_280 })).toEqual({ first: 90, end: 130 });
  expect(drawnRows({ ...list, top: 43_999_900, bottom: 44_000_800 })).toEqual({
    ...{ first: 999_987, end: 1_000_000 },
  });
  expect(drawnRows({ ...list, rows: 0, top: 0, bottom: 900 })).toEqual({ first: 0, end: 0 });
});

test('an address says where one is, and can be made of it again', () => {
  const { parts, query } = placeOf('/dashboard/p/acme/webhooks/whk_1?open=dlv%201');
  expect(parts).toEqual(['p', 'acme', 'webhooks', 'whk_1']);
  expect(query.get('open')).toBe('dlv 1');
  expect(to(parts, { open: 'dlv 1' })).toBe('/dashboard/p/acme/webhooks/whk_1?open=dlv+1');
  expect(placeOf('/dashboard/%E0%A4%A')).toMatchObject({ parts: ['%E0%A4%A'] });
});

test('the next part of a list is where the API says', () => {
  const link = '</api/v1/x?a=1>; rel="first", </api/v1/x?cursor=b>; rel="next"';
  expect([nextOf(link), nextOf(null)]).toEqual(['/api/v1/x?cursor=b', undefined]);
  expect(address('/x?a=1', { b: 'c d', e: undefined, f: '' })).toBe('/x?a=1&b=c+d');
});

test('a list is read to its end, or as far as one goes, and stopped on the way', async () => {
  const total = 23_456;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const first = Number(new URL(path, 'http://localhost').searchParams.get('first'));
    const data = Array.from({ length: Math.min(100, total - first) }, (_, at) => ({
      id: first + at,
    }));
    const next = first + 100 < total ? { link: `</x?first=${first + 100}>; rel="next"` } : {};
    return Response.json({ data, meta: { total } }, { headers: next });
  });
  const seen: number[] = [];
  const onPart = (done: number, of: number) => {
    expect(of).toBe(total);
    seen.push(done);
    return true;
  };
  const whole = await readAll<{ id: number }>('/x?first=0', { onPart });
  expect([whole.rows.length, whole.total, whole.rows.at(-1)]).toEqual([
    total,
    total,
    { id: 23_455 },
  ]);
  expect([seen[0], seen.at(-1)]).toEqual([100, total]);
  const some = await readAll('/x?first=0', { most: 250 });
  expect([some.rows.length, some.total]).toEqual([250, total]);
  asked.length = 0;
  await readAll('/x?first=0', { onPart: () => false });
  expect(asked.length).toBe(1);
  vi.unstubAllGlobals();
});

test('a whole list waits where there were too many requests, and goes on where it was', async () => {
  const refused: [retryAfter: string, after: string][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const first = Number(new URL(address, 'http://a').searchParams.get('first'));
    const [retryAfter, after] = refused[0] ?? [];
    if (after === String(first)) {
      refused.shift();
      const error = { code: 'LIMIT_EXCEEDED', message: 'Too many requests.' };
      const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {};
      return Response.json({ error }, { status: 429, headers });
    }
    const next = first < 4 ? { link: `</api/v1/x?first=${first + 2}>; rel="next"` } : {};
    const data = [{ id: first }, { id: first + 1 }];
    return Response.json({ data, meta: { total: 6 } }, { headers: next });
  });
  const waits: number[] = [];
  const read = async (goesOn: boolean) => {
    const onWait = async (seconds: number) => {
      waits.push(seconds);
      return goesOn;
    };
    const { rows } = await readAll<{ id: number }>('/x?first=0', { onWait });
    return rows.map(({ id }) => id);
  };
  refused.push(['7', '2'], ['1', '2'], ['30', '4']);
  expect(await read(true)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(waits).toEqual([7, 1, 30]);
  refused.push(['7', '2']);
  expect(await read(false)).toEqual([0, 1]);
  // A limit of a plan is none to wait for.
  for (const retryAfter of ['86400', '']) {
    refused.push([retryAfter, '2']);
    await expect(read(true)).rejects.toThrow('Too many requests.');
  }
  vi.unstubAllGlobals();
});

test('the parts of a file are the same as the whole, with a pause after each', async () => {
  const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, text: `a "${id}"` }));
  let pauses = 0;
  const rest = async () => {
    pauses++;
  };
  expect((await partsOf(rows, 'csv', rest)).join('')).toBe(csvOf(rows));
  expect(pauses).toBe(3);
  for (const some of [rows, []]) {
    const json = (await partsOf(some, 'json', rest)).join('');
    expect(json).toBe(`${JSON.stringify(some, null, 2)}\n`);
  }
});

test('two keys after each other are one shortcut, and come before those of one key', () => {
  const run = () => {};
  const shortcuts = ['w', 'g w'].map((keys) => ({ keys, label: keys, group: '', run }));
  expect(shortcutOf('w', 'g', shortcuts)?.keys).toBe('g w');
  expect(shortcutOf('w', undefined, shortcuts)?.keys).toBe('w');
  expect(shortcutOf('g', undefined, shortcuts)).toBeUndefined();
});

test('what is typed finds names by their beginnings first', () => {
  const names = ['API keys', 'Webhooks', 'Overview', 'Keyboard'];
  const found = (typed: string) =>
    names
      .filter((name) => closeness(name, typed) > 0)
      .sort((a, b) => closeness(b, typed) - closeness(a, typed));
  expect(found('key')).toEqual(['Keyboard', 'API keys']);
  expect(found('wbh')).toEqual(['Webhooks']);
  expect(found('')).toEqual(names);
});

test('the sections of the settings that can be gone to are those that the forms have', () => {
  expect(Object.keys(settingSections)).toEqual(sections);
  for (const [name, title] of Object.entries(settingSections)) expect(wordsOf(name)).toBe(title);
});
