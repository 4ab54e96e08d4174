import { expect, test } from 'vitest';
import { deleteOldDeliveries } from '../../../runtime/store/deliveries.ts';
import { deleteOldEvents } from '../../../runtime/store/events.ts';
import { oneOfEach } from '../routes/one-of-each.ts';
import { testApi } from '../routes/test-api.ts';
import { eachStore } from './each-store.ts';
import { noon } from './world.ts';

eachStore('old events', (open) => {
  test('are deleted once no delivery refers to them, and deliveries with their attempts', async () => {
    const { store, drop } = await open();
    const api = await testApi(store);
    await oneOfEach(api);
    await oneOfEach(api);
    const count = async (table: 'events' | 'deliveries') =>
      (await store.db.selectFrom(table).select('id').execute()).length;
    await deleteOldEvents(store.db, noon + 1);
    expect([await count('events'), await count('deliveries')]).toEqual([2, 2]);

    const [first] = await store.db.selectFrom('deliveries').select('id').limit(1).execute();
    await store.db
      .updateTable('deliveries')
      .set({ state: 'delivered', finished_at: noon })
      .where('id', '=', first?.id ?? '')
      .execute();
    await deleteOldDeliveries(store.db, { ended: noon + 1, skipped: noon + 1 });
    await deleteOldEvents(store.db, noon);
    expect([await count('events'), await count('deliveries')]).toEqual([2, 1]);
    await deleteOldEvents(store.db, noon + 1);
    expect([await count('events'), await count('deliveries')]).toEqual([1, 1]);
    await drop();
  });
});
