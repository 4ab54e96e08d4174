import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { receiveBlocks, saveUpload, type Upload } from '../../../pipeline/output/uploads.ts';
import { openUploadPlaces } from '../../../runtime/backend/upload-places.ts';
import type { Objects } from '../../../runtime/storage/objects.ts';
import type { SharedOutputs } from '../../../runtime/storage/shared.ts';
import type { ProjectFacts } from '../../../runtime/store/projects.ts';
import { makeTempDir, writeFiles } from '../../support/temp.ts';

const id = `upl_${'0'.repeat(26)}`;
const project = { id: 'prj_1', deployment_id: null } as ProjectFacts;
const texts = Array.from({ length: 12 }, (_, index) => `page ${index}`);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const upload: Upload = {
  ...{ id, createdAt: 0 },
  files: texts.map((text, index) => ({
    ...{ path: `site/${index}.html`, sha256: hashOf(text), size: text.length },
  })),
};

/** An upload in a storage in memory, which counts what it is asked for. */
function open() {
  const folder = makeTempDir();
  const stored = new Map<string, Uint8Array>();
  const asked: string[] = [];
  const world = { isAway: false };
  const objects = {
    get: async (key: string) => {
      asked.push('get');
      return stored.get(key);
    },
    put: async (key: string, content: Uint8Array) => {
      asked.push('put');
      if (world.isAway) throw new Error('Away.');
      stored.set(key, content);
    },
    list: async (prefix: string) => {
      asked.push('list');
      return [...stored.keys()]
        .filter((key) => key.startsWith(prefix))
        .map((key) => ({ key, changedAt: 0 }));
    },
    remove: async (keys: readonly string[]) => keys.forEach((key) => void stored.delete(key)),
  } as Partial<Objects> as Objects;
  const shared = { objects, folderOf: () => folder } as Partial<SharedOutputs> as SharedOutputs;
  const places = openUploadPlaces({ out: folder, folderOf: () => undefined, shared });
  /** What a request with one block does. */
  const receive = async (text: string) => {
    const found = await places.receiving(project, id);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(text.length);
    const body = (async function* () {
      yield Buffer.concat([size, Buffer.from(text)]);
    })();
    await places.saveBlocks(project, found, await receiveBlocks(folder, found, body));
  };
  return { world, folder, places, asked, stored, receive };
}

test('each request stores what it brought, whatever the size of the upload', async () => {
  const { folder, places, asked, stored, receive } = open();
  saveUpload(folder, upload);
  await places.save(project, id);
  asked.length = 0;
  const [first = '', second = '', ...others] = texts;
  // A process that was killed before it had stored this one.
  writeFiles(folder, { [`uploads/blocks/${hashOf(second)}`]: second });
  await receive(first);
  expect(asked).toEqual(['get', 'list', 'put', 'put']);
  asked.length = 0;
  for (const text of others) await receive(text);
  expect(asked).toEqual(others.map(() => 'put'));
  expect(stored.size).toBe(texts.length + 1);
});

test('what could not be stored is stored with the next request', async () => {
  const { world, folder, places, stored, receive } = open();
  saveUpload(folder, upload);
  await places.save(project, id);
  await receive('page 0');
  world.isAway = true;
  await expect(receive('page 1')).rejects.toThrow('Away.');
  world.isAway = false;
  await receive('page 2');
  expect([...stored.keys()].map((key) => key.split('/').at(-1))).toEqual(
    expect.arrayContaining(['page 0', 'page 1', 'page 2'].map(hashOf)),
  );
});

test('an upload that is missing is looked for again, and a removed one is gone', async () => {
  const { folder, places, receive } = open();
  await expect(receive('page 0')).rejects.toThrow('Upload not found.');
  saveUpload(folder, upload);
  await places.save(project, id);
  await receive('page 0');
  await places.remove(project, id);
  await expect(receive('page 1')).rejects.toThrow('Upload not found.');
});
