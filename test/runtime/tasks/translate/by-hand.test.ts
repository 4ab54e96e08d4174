import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../../runtime/store/open.ts';
import { findAnyProject } from '../../../../runtime/store/projects.ts';
import { readSegments } from '../../../../runtime/tasks/translated-segments.ts';
import { pages, projectId, startService, type TestService } from './service.ts';

let service: TestService;
let at: string;
const segments = () => `${at}/translations/de/guides/setup/segments`;

beforeAll(async () => {
  service = await startService();
  at = `/projects/${await projectId(service)}`;
  await service.api(`POST ${at}/languages`, { code: 'de' });
  const { body } = await service.api(`POST ${at}/translate`, { language: 'de' });
  await service.until(async () => {
    const { body: found } = await service.api(`GET ${at}/translate/${body.data.jobId}`);
    return found.data.status === 'completed';
  });
}, 60_000);
afterAll(() => service?.close());

async function read() {
  const { status, body } = await service.api(`GET ${segments()}`);
  expect(status).toBe(200);
  return body.data;
}

async function save(words: Readonly<Record<number, string>>, more: object = {}) {
  const { record } = await read();
  const { sourceHash, contentHash } = record;
  return service.api(`PUT ${segments()}`, {
    ...{ sourceHash, contentHash },
    segments: Object.entries(words).map(([index, target]) => ({ index: Number(index), target })),
    ...more,
  });
}

test('a page is read by segment, and words of a person reach its readers', async () => {
  const { segments: before, record } = await read();
  expect(record.humanOwned).toBe(false);
  const install = before.findIndex(({ source }: { source: string }) => /Install/.test(source));
  expect(before[install]).toMatchObject({ state: 'current', marks: { x1: '`docent`' } });
  const refused = await save({ [install]: 'Ohne Programm <b>fett</b>.' });
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  expect(refused.body.error.details).toEqual([
    expect.objectContaining({ path: 'segments[0].target', code: 'bad-segment' }),
  ]);
  const saved = await save({ [install]: 'Von Hand: <x1/> installieren.' });
  expect(saved.body.data.record).toMatchObject({ humanOwned: true, status: 'completed' });
  await service.until(async () =>
    (await service.page('/de/guides/setup')).text.includes('Von Hand: <code'),
  );
});

test('an edit of what someone else has changed meanwhile is refused', async () => {
  const { record } = await read();
  const { sourceHash } = record;
  const late = await service.api(`PUT ${segments()}`, {
    ...{ sourceHash, contentHash: 'another', segments: [] },
  });
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
});

test('a changed source marks its segments until they are saved, and no job takes the page', async () => {
  service.write({
    'guides/setup.mdx': pages['guides/setup.mdx'].replace('Then start', 'At last start'),
  });
  await service.build();
  await service.until(async () => (await read()).record.status === 'stale');
  const changed = (list: { state: string; index: number }[]) =>
    list.filter(({ state }) => state === 'changed').map(({ index }) => index);
  const { segments: now } = await read();
  const [first = -1, ...others] = changed(now);
  expect(others).toEqual([]);
  expect(now[first].source).toContain('At last start');
  const { body: job } = await service.api(`POST ${at}/translate`, {
    ...{ language: 'de', scope: 'stale' },
  });
  expect(job.data.pagesQueued).toBe(0);
  const other = await save({ 0: 'Andere Einrichtung' });
  expect(other.body.data.record).toMatchObject({
    ...{ status: 'stale', translatedTitle: 'Andere Einrichtung' },
  });
  expect(changed(other.body.data.segments)).toEqual([first]);
  const all = await save({ [first]: 'Zuletzt den Server starten.' });
  expect(all.body.data.record.status).toBe('completed');
  expect(changed(all.body.data.segments)).toEqual([]);
});

test('a page is read although another deployment is taken in meanwhile', async () => {
  const store = openStore(join(service.out, 'docent.db'));
  try {
    const id = at.split('/').at(-1) ?? '';
    const before = (await findAnyProject(store.db, id)) ?? expect.fail();
    service.write({
      'guides/setup.mdx': pages['guides/setup.mdx'].replace('Then start', 'Soon start'),
    });
    await service.build();
    await service.until(async () => (await read()).record.status === 'stale');
    const tools = { store, folderOf: () => service.out, now: Date.now, modelName: 'm' };
    const ref = { projectId: id, language: 'de', pagePath: 'guides/setup' };
    // As a request has looked it up that began before.
    const { record, segments: now } = await readSegments(tools, before, ref);
    expect(record.status).toBe('stale');
    expect(now.some(({ source }) => source.includes('Soon start'))).toBe(true);
    const gone = { ...ref, pagePath: 'guides/gone' };
    await expect(readSegments(tools, before, gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  } finally {
    await store.close();
  }
});

test('a changed page that was accepted is what it was before, when that is taken back', async () => {
  const acceptance = `${at}/translations/de/guides/setup/acceptance`;
  const undo = () => service.api(`DELETE ${acceptance}`);
  expect((await undo()).status).toBe(404);
  // As if a job had made it: it is given back to the next one.
  await service.api(`DELETE ${at}/translations/de/guides/setup/ownership`);
  const before = await read();
  expect(before.record).toMatchObject({ status: 'stale', humanOwned: false });
  const { body: accepted } = await save({ 0: 'Ganz anders' }, { accept: true });
  expect(accepted.data.record).toMatchObject({ status: 'completed', humanOwned: true });
  const { status, body } = await undo();
  expect(status).toBe(200);
  const { publishedAt: _, ...record } = before.record;
  expect(body.data).toMatchObject({ record, segments: before.segments });
  expect((await undo()).status).toBe(404);
  const { body: logged } = await service.api(`GET /audit?operation=undoAcceptance&perPage=1`);
  expect(logged.data[0].changes).toEqual([
    { field: 'humanOwned', before: true, after: false },
    { field: 'status', before: 'completed', after: 'stale' },
  ]);
});

test('an acceptance that was edited since is not taken back', async () => {
  await save({}, { accept: true });
  await save({ 0: 'Danach bearbeitet' });
  const { status } = await service.api(`DELETE ${at}/translations/de/guides/setup/acceptance`);
  expect(status).toBe(404);
  expect((await read()).segments[0].target).toBe('Danach bearbeitet');
});

test('a changed page is accepted as it is', async () => {
  service.write({
    'guides/setup.mdx': pages['guides/setup.mdx'].replace('Then start', 'In the end start'),
  });
  await service.build();
  await service.until(async () => (await read()).record.status === 'stale');
  const { body } = await save({}, { accept: true });
  expect(body.data.record).toMatchObject({ status: 'completed', humanOwned: true });
});
