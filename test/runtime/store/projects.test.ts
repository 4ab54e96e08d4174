import { expect, test } from 'vitest';
import { updateProject } from '../../../runtime/store/project-changes.ts';
import {
  configOf,
  findProject,
  findProjectBySlug,
  findPublicProject,
} from '../../../runtime/store/projects.ts';
import { eachStore } from './each-store.ts';
import { noon, org, project } from './world.ts';

eachStore('projects of requests', (open) => {
  test('come without their configuration, but for one that the API has changed', async () => {
    const { store, drop } = await open();
    try {
      const orgId = await org(store);
      const { id, slug, config_json, ...row } = await project(store, orgId);
      const found = () =>
        Promise.all([
          findProject(store.db, orgId, id),
          findProjectBySlug(store.db, orgId, slug),
          findPublicProject(store.db, slug, ''),
        ]);
      const facts = { ...row, id, slug, changed_config: null };
      expect(await found()).toEqual([facts, facts, facts]);
      expect(await configOf(store.db, id)).toBe(config_json);

      const changed = '{"name":"Other"}';
      const change = { config_json: changed, config_pending: 1 } as const;
      await updateProject(store, id, { now: noon, check: () => change });
      for (const one of await found()) expect(one).toMatchObject({ changed_config: changed });
      expect(await configOf(store.db, id)).toBe(changed);
    } finally {
      await drop();
    }
  });
});
