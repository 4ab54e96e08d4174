import { expect, test } from 'vitest';
import { newPreview, previewAge } from '../../../runtime/previews/record.ts';
import type { Objects } from '../../../runtime/storage/objects.ts';
import { openSharedPreviews } from '../../../runtime/storage/previews.ts';
import type { State } from '../../../runtime/storage/state.ts';

const site = { project: 'prj_1', folder: '/nowhere' };

/** Previews of a storage in memory that can be cut off; it counts how often it is asked. */
function open() {
  const stored = new Map<string, Uint8Array>();
  const world = { time: 0, isAway: false, asked: 0 };
  const answer = <T>(value: T): Promise<T> => {
    world.asked++;
    return world.isAway ? Promise.reject(new Error('Away.')) : Promise.resolve(value);
  };
  const objects = {
    get: (key: string) => answer(stored.get(key)),
    put: (key: string, content: Uint8Array) => answer(void stored.set(key, content)),
    remove: (keys: readonly string[]) => answer(keys.forEach((key) => void stored.delete(key))),
  } as Partial<Objects>;
  const state = { objects, now: () => world.time, pruned: new Set() } as unknown as State;
  return { world, previews: openSharedPreviews(state) };
}

test('readers are answered from what was read last, for a second and without the storage', async () => {
  const { world, previews } = open();
  await previews.create(site, newPreview('pr-1', 0));
  world.asked = 0;
  for (let i = 0; i < 20; i++) {
    expect(await previews.find(site, 'pr-1')).toMatchObject({ name: 'pr-1' });
    expect(await previews.find(site, `pr-${i + 2}`)).toBeUndefined();
  }
  expect(world.asked).toBe(0);
  world.time = 1000;
  await Promise.all([previews.find(site, 'pr-1'), previews.find(site, 'pr-1')]);
  expect(world.asked).toBe(1);
  world.isAway = true;
  world.time = 60_000;
  expect(await previews.find(site, 'pr-1')).toMatchObject({ name: 'pr-1' });
  // Operators get the error, and nothing is written over what is not known.
  await expect(previews.list(site)).rejects.toThrow('Away.');
  await expect(previews.create(site, newPreview('pr-2', 0))).rejects.toThrow('Away.');
  await expect(previews.find({ ...site, project: 'prj_2' }, 'pr-1')).rejects.toThrow('Away.');
  world.isAway = false;
  expect(await previews.find({ ...site, project: 'prj_2' }, 'pr-1')).toBeUndefined();
  expect((await previews.list(site)).map(({ name }) => name)).toEqual(['pr-1']);
});

test('one that was not deployed to for 14 days is there no more', async () => {
  const { world, previews } = open();
  await previews.create(site, newPreview('pr-1', 0));
  world.time = previewAge;
  expect(await previews.find(site, 'pr-1')).toBeDefined();
  world.time = previewAge + 1000;
  expect(await previews.find(site, 'pr-1')).toBeUndefined();
  expect(await previews.list(site)).toEqual([]);
});
