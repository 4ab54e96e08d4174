import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbeddings } from '../../pipeline/net/embeddings.ts';
import { readCurrent } from '../../pipeline/output/read.ts';
import { rebuildSite } from '../../pipeline/rebuild.ts';
import { storeOf, versionOf } from '../../pipeline/search/versions.ts';
import { sourceHash } from '../../pipeline/source/hash.ts';
import type { SiteTranslations } from '../../schema/build.ts';
import { buildSite } from '../support/build.ts';
import { startModelStub } from '../support/model-stub.ts';
import { openBuilt } from '../support/search.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const start = '---\ntitle: Start\n---\n\nHow to begin.\n\n## Install\n\nInstall it.\n';
const limits = '---\ntitle: Limits\n---\n\nHow much is allowed.\n\n## Requests\n\nMany.\n';
const site = {
  'docs.json': minimalConfig(['start', 'limits'], { language: 'en' }),
  'start.mdx': start,
  'limits.mdx': limits,
};

const german = (pages: Readonly<Record<string, string>>): SiteTranslations => ({
  pages: {
    de: Object.fromEntries(
      Object.entries(pages).map(([path, text]) => [
        path,
        { text, translatedHash: sourceHash(path === 'start' ? start : limits) },
      ]),
    ),
  },
  labels: {},
});

const ownLimits = '---\ntitle: Grenzen\n---\n\nWie viel erlaubt ist.\n\n## Anfragen\n\nViele.\n';
const ownStart =
  '---\ntitle: Anfang\n---\n\nWie man beginnt.\n\n## Einrichten\n\nRichten Sie es ein.\n';

/** A model over HTTP that gives a vector to each text, and what it has read. */
async function model() {
  const read: string[] = [];
  const stub = await startModelStub(({ body }) => {
    read.push(...(body.input ?? []));
    return { vectors: (body.input ?? []).map((text) => [text.length, 1, 2]) };
  });
  onTestFinished(() => stub.close());
  return { read, embeddings: openEmbeddings({ baseUrl: stub.baseUrl, apiKey: 'x', model: 'm' }) };
}

describe('a build that the server makes', () => {
  test('keeps the vectors, and sends no more than the rows of the page that was translated', async () => {
    const out = tempDir();
    const { read, embeddings } = await model();
    const translations = german({ limits: ownLimits });
    await buildSite(writeFiles(tempDir(), site), out, { translations, embeddings });
    const before = readCurrent(out) ?? '';
    expect(versionOf(storeOf(out), before)).toMatchObject({ model: 'm', complete: true });
    read.length = 0;

    // Readers go on asking the deployment that is live meanwhile.
    const log: string[] = [];
    const index = await openBuilt(out, before, { embeddings, log: (line) => log.push(line) });
    let isBuilding = true;
    const readers = (async () => {
      let asked = 0;
      while (isBuilding) {
        const { results } = await index.search({ query: 'how much is allowed' });
        expect(results[0]?.path).toBe('limits');
        asked++;
      }
      return asked;
    })();
    await rebuildSite({
      out,
      project: 'test',
      version: '0',
      translations: german({ limits: ownLimits, start: ownStart }),
      cause: 'translations',
      embeddings,
      now: Date.now,
      newId: (prefix) => `${prefix}_ZZZZZZZZZZZZZZZZZZZZZZZZZZ`,
    });
    isBuilding = false;
    expect(await readers).toBeGreaterThan(0);
    expect(log).toEqual([]);

    const sent = read.filter((text) => text !== 'how much is allowed');
    expect(sent).toHaveLength(2);
    for (const text of sent) expect(text).toMatch(/Wie man beginnt|Richten Sie es ein/);
    const after = readCurrent(out) ?? '';
    expect(after).not.toBe(before);
    expect(versionOf(storeOf(out), after)).toMatchObject({ model: 'm', complete: true });
  });
});
