import { expect, test } from 'vitest';
import type { Model } from '../../../pipeline/net/model.ts';
import { ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import { mapMemory } from '../../../pipeline/translate/page.ts';
import { type Outcome, runTranslation, type Unit } from '../../../pipeline/translation/run.ts';
import { askedIn, goodModel } from '../translate/fake-model.ts';

const names = ['a', 'b', 'c', 'd'];

/** A run of four pages, one after the other, with a store in memory. */
function world(
  spoil: (text: string) => Error | undefined = () => undefined,
  more: { readonly keep?: (name: string) => void; readonly stop?: AbortSignal } = {},
) {
  const good = goodModel('de');
  const model: Model = {
    ...good,
    complete: async (request) => {
      for (const { text } of askedIn(request)) {
        const error = spoil(text);
        if (error) throw error;
      }
      return good.complete(request);
    },
  };
  const queue = names.map((name): Unit => {
    const text = `---\ntitle: The page ${name}\n---\n\nWords of page ${name} for its readers.\n`;
    const page = { path: name, text, format: 'mdx', title: name } as const;
    return { kind: 'page', page, file: `${name}.mdx`, sourceHash: name, force: false };
  });
  const kept = new Map<string, Outcome>();
  const labels: string[] = [];
  const run = (onOutage: 'stop' | 'fail') =>
    runTranslation({
      worklist: {
        next: () => queue.shift(),
        labels: () => ({ texts: ['First steps'], force: false }),
      },
      store: {
        memory: mapMemory(),
        keep: (unit, outcome) => {
          more.keep?.(unit.page.path);
          kept.set(unit.page.path, outcome);
        },
        keepLabels: (found) => void labels.push(...found.keys()),
      },
      options: { from: 'en', to: 'de', style: 'formal', glossary: [], model },
      stop: more.stop,
      onOutage,
      parallel: 1,
    });
  const results = () => names.map((name) => kept.get(name)?.type ?? 'left');
  return { run, results, kept, labels, requests: good.requests };
}

const outage = () => new ModelUnavailableError('The language model answered 503.');

test('an error on one page fails that page alone, for every store', async () => {
  for (const onOutage of ['stop', 'fail'] as const) {
    const { run, results, kept, labels } = world((text) =>
      /page b/.test(text) ? new TypeError('x is not a function') : undefined,
    );
    expect(await run(onOutage)).toEqual({});
    expect(results()).toEqual(['translated', 'failed', 'translated', 'translated']);
    expect(kept.get('b')).toEqual({
      type: 'failed',
      message: 'x is not a function',
      faults: [{ source: '', reason: 'x is not a function' }],
    });
    expect(labels).toEqual(['First steps']);
  }
});

test('an outage leaves the other pages to the next run, or fails each page', async () => {
  const isOut = (text: string) => (/page [bcd]/.test(text) ? outage() : undefined);
  const command = world(isOut);
  expect(await command.run('stop')).toMatchObject({ stopped: outage() });
  expect(command.results()).toEqual(['translated', 'left', 'left', 'left']);
  expect(command.labels).toEqual([]);
  const job = world(isOut);
  expect(await job.run('fail')).toEqual({});
  expect(job.results()).toEqual(['translated', 'failed', 'failed', 'failed']);
});

test('a store that fails stops the run before anything else is paid for', async () => {
  const full = new Error('no space left on device');
  const { run, results, requests } = world(undefined, {
    keep: (name) => {
      if (name === 'b') throw full;
    },
  });
  expect(await run('fail')).toEqual({ stopped: full });
  expect(results()).toEqual(['translated', 'left', 'left', 'left']);
  expect(JSON.stringify(requests)).not.toContain('page c');
});

test('a stopped run takes no further page, and keeps the one on its way', async () => {
  const stop = new AbortController();
  const { run, results } = world(
    (text) => {
      if (/page b/.test(text)) stop.abort();
      return undefined;
    },
    { stop: stop.signal },
  );
  expect(await run('fail')).toEqual({ stopped: stop.signal.reason });
  expect(results()).toEqual(['translated', 'translated', 'left', 'left']);
});

test('labels that fail are reported apart from the pages, which are kept', async () => {
  const { run, results } = world((text) => (text === 'First steps' ? outage() : undefined));
  expect(await run('fail')).toEqual({ labelsFailed: outage() });
  expect(results()).toEqual(names.map(() => 'translated'));
});

test('a text has one translation in a run, on pages at once, in titles, headings and labels', async () => {
  let answers = 0;
  const good = goodModel('de');
  // Each answer is another one.
  const model: Model = {
    ...good,
    complete: async (request) => {
      const answer = await good.complete(request);
      const mark = ` ${'Ähm '.repeat(++answers).trim()}`;
      return { ...answer, text: answer.text.replaceAll(/"(?=\s*[,}\]])/g, `${mark}"`) };
    },
  };
  for (const force of [false, true]) {
    const asked = good.requests.length;
    const queue = names.map((name): Unit => {
      const text = `---\ntitle: The page ${name}\nsidebarTitle: First steps\n---\n\n## First steps\n\nThe same words for all of its readers.\n`;
      const page = { path: name, text, format: 'mdx', title: name } as const;
      return { kind: 'page', page, file: `${name}.mdx`, sourceHash: name, force };
    });
    const bodies: string[] = [];
    const fronts: string[] = [];
    const labels = new Map<string, string>();
    const end = await runTranslation({
      worklist: { next: () => queue.shift(), labels: () => ({ texts: ['First steps'], force }) },
      store: {
        memory: mapMemory(),
        keep: (_, { made }) => {
          const [, front = '', body = ''] = made?.text.split('---\n') ?? [];
          fronts.push(front);
          bodies.push(body);
        },
        keepLabels: (found) => found.forEach((target, label) => void labels.set(label, target)),
      },
      options: { from: 'en', to: 'de', style: 'formal', glossary: [], model, pseudo: true },
      onOutage: 'fail',
    });
    expect(end).toEqual({});
    const texts = good.requests
      .slice(asked)
      .flat()
      .map(({ text }) => text);
    expect(texts.filter((text) => text === 'First steps')).toHaveLength(1);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies).toHaveLength(4);
    const label = labels.get('First steps');
    expect(bodies[0]).toContain(`## ${label}\n`);
    // What the navigation calls a page is what headings and groups of that name are called.
    for (const front of fronts) expect(front).toContain(`sidebarTitle: ${label}\n`);
  }
});
