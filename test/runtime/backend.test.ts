import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBackend } from '../../runtime/backend.ts';
import { openAlone } from '../../runtime/store/in-use.ts';
import { tempDir } from '../support/temp.ts';
import { eachStore, type TestStore } from './store/each-store.ts';

eachStore('a server that does not start', (open) => {
  let opened: TestStore;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.drop());

  test('says why, and leaves its database to others', async () => {
    const { store } = opened;
    await store.db.schema.dropTable('tasks').execute();
    await store.close();
    const options = { out: tempDir(), version: 'test', log: () => {}, database: store.address };
    await expect(openBackend(options)).rejects.toThrow(
      /no such table: tasks|"tasks" does not exist/,
    );
    const alone = await openAlone(store.address);
    await alone.close();
  });
});
