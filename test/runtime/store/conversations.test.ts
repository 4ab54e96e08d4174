import { expect, test } from 'vitest';
import { usageByDay } from '../../../runtime/store/assistant-days.ts';
import { addAnswer } from '../../../runtime/store/conversations.ts';
import { eachStore } from './each-store.ts';
import { march, newId, noon, org, project } from './world.ts';

eachStore('the time of answers', (open) => {
  test('is that of completed ones: what failed or was stopped says nothing about it', async () => {
    const { store, drop } = await open();
    const orgId = await org(store);
    const { id: projectId } = await project(store, orgId);
    for (const [status, duration] of [
      ['completed', 2000],
      ['failed', 90_000],
      ['stopped', 10],
      ['completed', 4000],
    ] as const) {
      await store.transaction((trx) =>
        addAnswer(trx, {
          ...{
            orgId,
            projectId,
            conversationId: newId('cnv'),
            id: newId('msg'),
            text: 'A',
            status,
          },
          ...{ sources: '[]', cited: null, tokens: 5, estimated: false, duration },
          ...{ firstText: 1, period: march, now: noon },
        }),
      );
    }
    const day = Math.floor(noon / 86_400_000);
    const [row] = await usageByDay(store.db, projectId, { from: day, to: day });
    expect(row).toMatchObject({ messages: 4, tokens: 20, answers: 2, duration: 6000 });
    await drop();
  });
});
