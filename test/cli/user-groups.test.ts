import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { knownGroups } from '../../runtime/commands/known-groups.ts';
import { openSqliteTest } from '../runtime/store/each-store.ts';
import { deploy, org, project } from '../runtime/store/world.ts';
import { docent } from '../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

beforeEach(() => {
  for (const name of ['DATABASE_URL', 'DOCENT_SECRET_KEY', 'DOCENT_PASSWORD', 'DOCENT_OUT']) {
    vi.stubEnv(name, undefined);
  }
});
afterEach(() => vi.unstubAllEnvs());

const page = (fields = '') => `---\ntitle: Page\n${fields}---\n\nText.\n`;

/** Outputs of a site with the group `partners` in docs.json and `staff` on a page. */
async function built(): Promise<string> {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index', 'deal', 'plan'], {
      auth: {
        enabled: true,
        groups: { partners: { label: 'Partners', pages: ['deal'] } },
      },
    }),
    'index.mdx': page(),
    'deal.mdx': page(),
    'plan.mdx': page('groups: [staff]\n'),
  });
  const out = tempDir();
  expect((await docent('build', dir, '--out', out, '--threads', '1')).code).toBe(0);
  return out;
}

test('an account may be in the groups of the live site, and in no others', async () => {
  const out = await built();
  const create = (email: string, ...flags: string[]) =>
    docent('users', 'create', email, '--out', out, ...flags);
  const wrong = await create('a@example.com', '--groups', 'partner');
  expect(wrong).toEqual({
    code: 1,
    out: '',
    err: 'Unknown group "partner", expected partners, staff; did you mean "partners"? Add it to auth.groups in docs.json and build first, or use --any-group.',
  });
  expect((await docent('users', 'list', '--out', out)).out).not.toContain('a@example.com');
  expect(await create('a@example.com', '--groups', 'partners,staff')).toMatchObject({
    code: 0,
    err: '',
  });
  expect(await create('b@example.com', '--groups', 'later', '--any-group')).toMatchObject({
    code: 0,
    err: '',
  });
  expect((await docent('users', 'list', '--out', out)).out).toContain('b@example.com  later');
});

test('groups of sites whose outputs are elsewhere are known from the database', async () => {
  const { store, drop } = await openSqliteTest();
  onTestFinished(drop);
  const [own, other] = [await org(store), await org(store)];
  const deployed = async (orgId: string, group: string) => {
    const auth = { groups: { [group]: { label: 'Group', pages: ['a'] } } };
    const { id } = await project(store, orgId);
    await deploy(store, id, [], { configJson: JSON.stringify({ auth }) });
  };
  await project(store, own);
  const known = () => knownGroups({ store }, { org: own, out: '/nowhere' });
  expect(await known()).toBeUndefined();
  await deployed(own, 'partners');
  await deployed(other, 'others');
  expect(await known()).toEqual(['partners']);
});

test('before the first deployment groups are taken, with a word on standard error', async () => {
  const out = tempDir();
  await docent('orgs', 'create', 'acme', '--out', out);
  const made = await docent(
    'users',
    'create',
    'a@example.com',
    '--groups',
    'partners',
    '--out',
    out,
  );
  expect(made).toMatchObject({
    code: 0,
    err: 'No site is live yet, so these groups could not be checked: "partners".',
  });
});
