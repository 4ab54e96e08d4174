import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wholeOf } from '../../../pipeline/output/contents.ts';
import {
  deploymentFiles,
  differingFiles,
  readDeploymentContent,
} from '../../../pipeline/output/deployment-files.ts';
import type { PackedManifest } from '../../../pipeline/output/packed-manifest.ts';
import { publishUpload } from '../../../pipeline/output/publish-upload.ts';
import { readCurrent } from '../../../pipeline/output/read.ts';
import {
  blocksHere,
  keepBlock,
  saveUpload,
  type Upload,
} from '../../../pipeline/output/uploads.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { deploymentFormat } from '../../../schema/build.ts';
import type { UploadFile } from '../../../schema/upload.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const newId = createIds();

/** A built site, and a folder that received all of it. */
async function received(): Promise<{
  readonly out: string;
  readonly upload: Upload;
  readonly identity: object | undefined;
}> {
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
  return { out, upload, identity: deployment };
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

test('an upload that another version has built is refused, and nothing of it stays', async () => {
  const { out, upload, identity } = await received();
  for (const format of [deploymentFormat + 1, undefined]) {
    const bytes = Buffer.from(JSON.stringify({ ...identity, format, docent: '9.8.7' }));
    const sha256 = hash('sha256', bytes, 'hex');
    await keepBlock(out, sha256, bytes);
    const files = upload.files.map((file) =>
      file.path === 'deployment.json' ? { ...file, sha256, size: bytes.length } : file,
    );
    await expect(
      publishUpload(out, { ...upload, id: newId('upl'), files }, options),
    ).rejects.toMatchObject({
      code: 'content',
      message:
        'The deployment was built by another version of Docent (9.8.7). Install the version that the server has, and deploy again.',
    });
    expect(readCurrent(out)).toBeUndefined();
    expect(readdirSync(join(out, 'deployments'))).toEqual([]);
  }
});

/** Two deployments of a site, of which a folder has published the first one. */
async function publishedBase() {
  const root = tempDir();
  const [from, out] = [join(root, 'from'), join(root, 'served')];
  const dir = writeFiles(join(root, 'site'), {
    'docs.json': minimalConfig(['index', 'old', 'same']),
    'index.mdx': 'Hello.\n',
    'old.mdx': 'It goes.\n',
    'same.mdx': 'It stays.\n',
  });
  const build = async () => (await buildSite(dir, from)).deployment?.id ?? '';
  const before = await build();
  rmSync(join(dir, 'old.mdx'));
  writeFiles(dir, {
    'docs.json': minimalConfig(['index', 'same', 'new/page']),
    'index.mdx': 'Hello again.\n',
    'new/page.mdx': 'It comes.\n',
  });
  const now = await build();
  const send = async (files: readonly UploadFile[], id: string, own: Partial<Upload> = {}) => {
    const upload = { id: newId('upl'), createdAt: Date.now(), files, ...own };
    saveUpload(out, upload);
    for (const file of files) {
      if (file.path === 'manifest.json' && own.base) continue;
      await keepBlock(
        out,
        file.sha256,
        await wholeOf(readDeploymentContent({ out: from, id }, file)),
      );
    }
    return upload;
  };
  const base = await publishUpload(
    out,
    await send(await deploymentFiles(from, before), before),
    options,
  );
  const { manifest, ...difference } = await differingFiles(from, { before, now });
  /** Sends what differs, with a manifest that may say something else of it. */
  const change = async (edit: (manifest: PackedManifest) => void = () => {}) => {
    const packed = JSON.parse(String(Buffer.from(manifest)));
    edit(packed);
    const bytes = Buffer.from(JSON.stringify(packed));
    const file = {
      path: 'manifest.json',
      sha256: hash('sha256', bytes, 'hex'),
      size: bytes.length,
    };
    await keepBlock(out, file.sha256, bytes);
    const files = [...difference.files.filter(({ path }) => path !== 'manifest.json'), file];
    return send(files, now, { base, removed: difference.removed });
  };
  return { out, from, now, base, send, change };
}

test('a deployment that was sent as a change is the same as one that was sent as a whole', async () => {
  const { out, from, now, send, change } = await publishedBase();
  const changed = await publishUpload(out, await change(), options);
  const whole = await publishUpload(
    out,
    await send(await deploymentFiles(from, now), now),
    options,
  );
  const partOf = (id: string, name: string) =>
    readFileSync(join(out, 'deployments', id, name), 'utf8');
  for (const name of ['files.jsonl', 'outline.jsonl', 'sources.json', 'routes.json']) {
    expect(partOf(changed, name), name).toBe(partOf(whole, name));
    expect(partOf(changed, name), name).toBe(
      readFileSync(join(from, 'deployments', now, name), 'utf8'),
    );
  }
  const manifestOf = (id: string) => ({ ...JSON.parse(partOf(id, 'manifest.json')), packs: [] });
  expect(manifestOf(changed)).toEqual(manifestOf(whole));
  expect(Object.keys(manifestOf(changed).pages)).toEqual(['index', 'new/page', 'same']);
});

test('an upload without a manifest keeps that of its base', async () => {
  const { out, base } = await publishedBase();
  const upload = { id: newId('upl'), createdAt: Date.now(), base, files: [] };
  const id = await publishUpload(out, upload, options);
  const listOf = (one: string) =>
    readFileSync(join(out, 'deployments', one, 'files.jsonl'), 'utf8');
  expect(listOf(id)).toBe(listOf(base));
});

test('a part of a file that stays may not be removed', async () => {
  const { out, base } = await publishedBase();
  const removed = ['parts/0/site/llms-full.txt'];
  const upload = { id: newId('upl'), createdAt: Date.now(), base, files: [], removed };
  await expect(publishUpload(out, upload, options)).rejects.toMatchObject({
    code: 'content',
    message: 'manifest.json lists parts/0/site/llms-full.txt, which is not in the upload',
  });
  expect(readCurrent(out)).toBe(base);
});

describe('a change of a manifest that is not that of the files is refused', () => {
  const wrong: Readonly<Record<string, readonly [(manifest: PackedManifest) => void, string]>> = {
    'a changed file is left out': [
      ({ files }) => Reflect.deleteProperty(files, '/index.md'),
      'manifest.json does not list site/index.md',
    ],
    'a new file is left out': [
      ({ files }) => Reflect.deleteProperty(files, '/new/page.md'),
      'manifest.json does not list site/new/page.md',
    ],
    'the address of a removed file stays': [
      ({ change }) => Object.assign(change ?? {}, { removedFiles: [] }),
      'which is not in the upload',
    ],
    'the base is another one': [
      ({ change }) => Object.assign(change ?? {}, { lists: hash('sha256', '', 'hex') }),
      'The base is not the one that the upload is a change of',
    ],
    'a file of which a part has changed is left out': [
      ({ files }) => Reflect.deleteProperty(files, '/llms-full.txt'),
      'manifest.json does not list parts/0/site/llms-full.txt',
    ],
    'a part is listed that is not there': [
      ({ files }) => Object.assign(files['/llms-full.txt'] ?? {}, { parts: 1e9 }),
      'manifest.json lists parts/1/site/llms-full.txt, which is not in the upload',
    ],
    'a file in parts has two addresses': [
      ({ files }) => Object.assign(files, { '/copy.txt': files['/llms-full.txt'] }),
      'manifest.json lists llms-full.txt, which is in parts, twice',
    ],
    'a file in parts is listed as a whole': [
      ({ files }) => Reflect.deleteProperty(files['/llms-full.txt'] ?? {}, 'parts'),
      'manifest.json lists site/llms-full.txt, which is not in the upload',
    ],
    'a file is listed that is not there': [
      ({ files }) => Object.assign(files, { '/x': { path: 'x.md', immutable: false } }),
      'manifest.json lists site/x.md, which is not in the upload',
    ],
  };
  test.each(Object.entries(wrong))('%s', async (_, [edit, message]) => {
    const { out, base, change } = await publishedBase();
    const upload = await change(edit);
    await expect(publishUpload(out, upload, options)).rejects.toMatchObject({
      code: 'content',
      message: expect.stringContaining(message),
    });
    expect(readCurrent(out)).toBe(base);
  });

  test('there is no base', async () => {
    const { out, change } = await publishedBase();
    const { base: _, ...upload } = await change();
    await expect(publishUpload(out, upload, options)).rejects.toMatchObject({
      code: 'content',
      message: expect.stringContaining('is a change, and there is no base'),
    });
  });
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
