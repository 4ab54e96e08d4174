import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wholeOf } from '../../../pipeline/output/contents.ts';
import {
  deploymentFiles,
  readDeploymentContent,
} from '../../../pipeline/output/deployment-files.ts';
import { publishUpload } from '../../../pipeline/output/publish-upload.ts';
import { readCurrent } from '../../../pipeline/output/read.ts';
import {
  blocksHere,
  keepBlock,
  saveUpload,
  type Upload,
} from '../../../pipeline/output/uploads.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const newId = createIds();

/** A built site, and a folder that received all of it. */
async function received(): Promise<{ readonly out: string; readonly upload: Upload }> {
  const root = tempDir();
  const [from, out] = [join(root, 'from'), join(root, 'served')];
  const dir = writeFiles(join(root, 'site'), {
    'docs.json': minimalConfig(['index']),
    'index.mdx': 'Hello.\n',
  });
  const { deployment } = await buildSite(dir, from);
  const built = { out: from, id: deployment?.id ?? '' };
  const files = await deploymentFiles(built.out, built.id);
  const upload = { id: newId('upl'), createdAt: Date.now(), files };
  saveUpload(out, upload);
  for (const file of files) {
    await keepBlock(out, file.sha256, await wholeOf(readDeploymentContent(built, file)));
  }
  return { out, upload };
}

const options = {
  project: 'prj_1',
  now: Date.now,
  newId: (prefix: string) => newId(prefix as 'dpl'),
};

test('a size that is not that of its content is refused, also where the content is known', async () => {
  const { out, upload } = await received();
  const source = upload.files.find(({ path }) => path === 'source/index.mdx');
  if (!source) throw new Error('The upload has no source.');
  const copy = { ...source, path: 'source/copy.mdx', size: source.size + 1 };
  const error = { code: 'content', message: expect.stringContaining('is not the file with') };
  await expect(
    publishUpload(out, { ...upload, files: [...upload.files, copy] }, options),
  ).rejects.toMatchObject(error);
  const base = await publishUpload(out, upload, options);
  const next = { ...upload, id: newId('upl'), base, files: [copy] };
  await expect(publishUpload(out, next, options)).rejects.toMatchObject(error);
  expect(readCurrent(out)).toBe(base);
});

test('readers get a deployment before its blocks are removed', async () => {
  const { out, upload } = await received();
  const seen: unknown[] = [];
  const id = await publishUpload(out, upload, {
    ...options,
    whenLive: async (live) => {
      seen.push(live === readCurrent(out), blocksHere(out).size > 0);
    },
  });
  expect(seen).toEqual([true, true]);
  expect(readCurrent(out)).toBe(id);
  expect(blocksHere(out).size).toBe(0);
});

test('blocks of a deployment are removed even when its import fails', async () => {
  const { out, upload } = await received();
  const published = publishUpload(out, upload, {
    ...options,
    whenLive: () => Promise.reject(new Error('The database is away.')),
  });
  await expect(published).rejects.toThrow('The database is away.');
  expect(blocksHere(out).size).toBe(0);
});
