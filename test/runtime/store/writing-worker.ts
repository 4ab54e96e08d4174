import { appendEvents } from '../../../runtime/store/events.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { lockProject } from '../../../runtime/store/locks.ts';
import { openStore } from '../../../runtime/store/open.ts';

// Started as a process by the crash test: writes until it is killed, and reports what was committed.
const [, , address = '', , projectId = ''] = process.argv;
const store = openStore(address);
const newId = createIds();

async function write(): Promise<void> {
  for (;;) {
    const id = newId('trm');
    await store.transaction(async (trx) => {
      await lockProject(trx, projectId);
      await trx
        .insertInto('glossary')
        .values({
          id,
          project_id: projectId,
          term: id,
          folded: id.toLowerCase(),
          description: '',
          translations: '{}',
          case_sensitive: 1,
          do_not_translate: 0,
          created_at: 1,
          updated_at: 1,
        })
        .execute();
      const event = { id, type: 'page.created', data: {}, timestamp: 1 } as const;
      await appendEvents(trx, projectId, [event]);
    });
    process.send?.(id);
    await new Promise(setImmediate);
  }
}

await Promise.all([write(), write(), write()]);
