import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lock } from '../../../../pipeline/output/lock.ts';
import { eachStore, type TestStore } from '../../store/each-store.ts';
import { pages, projectId, startService, type TestService } from './service.ts';

let service: TestService | undefined;
let opened: TestStore | undefined;
afterEach(async () => {
  await service?.close();
  await opened?.drop();
  service = undefined;
  opened = undefined;
});

eachStore('what a record says about readers', (open) => {
  test('it has the time at which its text went live, and none before', async () => {
    opened = await open();
    service = await startService({ database: opened.store.address });
    const { api, until, page, out } = service;
    const project = await projectId(service);
    const record = async () => {
      const { body } = await api(`GET /projects/${project}/translations?language=de`);
      return body.data.find((one: { pagePath: string }) => one.pagePath === 'guides/setup');
    };
    const translate = async (body: object = {}) => {
      const { data } = (
        await api(`POST /projects/${project}/translate`, { language: 'de', ...body })
      ).body;
      await until(async () => {
        const job = await api(`GET /projects/${project}/translate/${data.jobId}`);
        return job.body.data.status === 'completed';
      });
    };
    const shown = async () => (await page('/de/guides/setup')).text;
    await api(`POST /projects/${project}/languages`, { code: 'de' });
    await until(async () => (await shown()).includes('translation-pending'));
    expect(await record()).toMatchObject({ status: 'pending', publishedAt: null });

    // Nothing is built while another process holds the output folder.
    const giveBack = await lock(join(out, 'lock'), { now: Date.now });
    await translate();
    expect(await record()).toMatchObject({
      ...{ status: 'completed', publishedAt: null },
      translatedAt: expect.any(String),
    });
    expect(await shown()).toContain('translation-pending');
    giveBack();
    await until(async () => (await record()).publishedAt !== null);
    expect(await shown()).not.toContain('translation-pending');
    const { publishedAt, translatedAt } = await record();
    expect(Date.parse(publishedAt)).toBeGreaterThanOrEqual(Date.parse(translatedAt));

    // The same text again is still the one that readers have.
    await translate({ force: true });
    expect(await record()).toMatchObject({ publishedAt });
    await service.restart();
    expect(await record()).toMatchObject({ publishedAt });

    // So is one whose source has changed, until another text takes its place.
    service.write({
      'guides/setup.mdx': pages['guides/setup.mdx'].replace('look at it', 'look at the new page'),
    });
    await service.build();
    await until(async () => (await record()).status === 'stale');
    await until(async () => (await shown()).includes('translation-stale'));
    expect(await record()).toMatchObject({ status: 'stale', publishedAt });
    const again = await lock(join(out, 'lock'), { now: Date.now });
    await translate({ scope: 'stale' });
    expect(await record()).toMatchObject({ status: 'completed', publishedAt: null });
    again();
    await until(async () => (await record()).publishedAt !== null);
    expect(await shown()).not.toContain('translation-stale');
    expect((await record()).publishedAt > publishedAt).toBe(true);
  });
});
