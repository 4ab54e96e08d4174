import { expect, test } from 'vitest';
import { createKey } from '../../../runtime/commands/keys.ts';
import { copyStore } from '../../../runtime/store/copy.ts';
import { createTerm } from '../../../runtime/store/glossary.ts';
import { addLanguage } from '../../../runtime/store/languages.ts';
import { listRecords } from '../../../runtime/store/records.ts';
import { eachStore, openSqliteTest } from './each-store.ts';
import { deploy, newId, noon, org, page, project } from './world.ts';

eachStore('copying a database', (open) => {
  test('everything arrives in the other kind of database, with equal counts and checksums', async () => {
    const from = await open();
    const to = await openSqliteTest();
    const orgId = await org(from.store);
    const { id: projectId } = await project(from.store, orgId);
    const pages = Array.from({ length: 1203 }, (_, n) => page(`p${n}`));
    await deploy(from.store, projectId, [...pages, page('ünïcode/😀')]);
    await addLanguage(
      from.store,
      { orgId, projectId },
      { code: 'fr', autoTranslate: true, now: noon },
    );
    await createTerm(
      from.store,
      { orgId, projectId },
      {
        id: newId('trm'),
        term: "it's; --",
        description: '',
        translations: '{}',
        case_sensitive: 1,
        do_not_translate: 0,
        created_at: noon,
      },
    );
    await createKey({ store: from.store, now: () => noon, newId }, { org: orgId });
    const sums = await copyStore(from.store, to.store);
    expect(sums.find((sum) => sum.table === 'records')?.rows).toBe(1204);
    // A table that a later migration adds must also be copied.
    const there = (await to.store.db.introspection.getTables()).map((table) => table.name);
    expect(sums.map((sum) => sum.table).sort()).toEqual(
      there.filter((name) => name !== 'docent_migrations').sort(),
    );
    const query = { projectId, language: 'fr', status: null, limit: 2000, offset: 0 };
    expect(await listRecords(to.store.db, query)).toEqual(await listRecords(from.store.db, query));
    await expect(copyStore(from.store, to.store)).rejects.toThrow(/is not empty/);
    // And back into a database of the first kind.
    const back = await open();
    expect(await copyStore(to.store, back.store)).toEqual(sums);
    for (const one of [from, to, back]) await one.drop();
  });
});
