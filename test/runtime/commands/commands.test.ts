import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serviceCommands as commands } from '../../../runtime/commands/service.ts';
import { withStore } from '../../../runtime/commands/where.ts';
import { isSecret } from '../../../runtime/http/auth.ts';
import { acceptInvitation } from '../../../runtime/members/invitations.ts';
import { memberWith } from '../../../runtime/members/sessions.ts';
import { bootstrap } from '../../../runtime/secrets/api-keys.ts';
import { createIds } from '../../../runtime/store/ids.ts';

const out = mkdtempSync(join(tmpdir(), 'docent-commands-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

test('the first start makes one organization and one key, and never again', async () => {
  const start = () =>
    withStore(join(out, 'docent.db'), (store) =>
      bootstrap({ store, now: Date.now, newId: createIds() }),
    );
  const first = await start();
  expect(isSecret(first?.secret ?? '')).toBe(true);
  expect(await start()).toBeUndefined();
  expect((await commands.orgsList({ out })).lines).toEqual([
    expect.stringContaining('  default  enterprise  '),
  ]);
});

test('organizations and keys are made, listed without their secret, and ended', async () => {
  await commands.orgsCreate({ out, plan: 'pro' }, 'acme');
  await expect(commands.orgsCreate({ out }, 'acme')).rejects.toThrow(/already/);
  await expect(commands.orgsCreate({ out, plan: 'gold' }, 'x')).rejects.toThrow(
    /expected one of free/,
  );
  const flags = { out, org: 'acme' };
  const [secret] = (await commands.keysCreate({ ...flags, name: 'ci', test: true })).lines;
  expect(secret).toMatch(/^docent_test_/);
  const [line] = (await commands.keysList(flags)).lines;
  expect(line).toContain('active');
  expect(line).not.toContain(secret);
  const id = line?.split(' ')[0] ?? '';
  await commands.keysRevoke({ out }, id);
  await expect(commands.keysRevoke({ out }, id)).rejects.toThrow(/no active key/);
  expect((await commands.keysList(flags)).lines[0]).toContain('revoked');
  await expect(commands.keysCreate({ ...flags, scope: [] })).rejects.toThrow('without any scope');
  await expect(commands.keysCreate({ out, org: 'nobody' })).rejects.toThrow(
    /no organization "nobody"/,
  );
});

test('an import prints every bad line and fails', async () => {
  const file = join(out, 'payments.jsonl');
  writeFileSync(file, '{"object":"x"}\n');
  const bad = await commands.paymentsImport({ out, org: 'default' }, file);
  expect(bad.code).toBe(1);
  expect(bad.lines[0]).toMatch(/^Line 1: /);
});

test('members are invited, get other roles and passwords, and the last owner stays', async () => {
  await commands.orgsCreate({ out }, 'members');
  const flags = { out, org: 'members', url: 'https://docs.example.com/some/page' };
  const tokenOf = (lines: readonly string[]) => {
    expect(lines[0]).toMatch(/^https:\/\/docs\.example\.com\/dashboard\/welcome#[\w-]{43}$/);
    return lines[0]?.replace(/^.*#/, '') ?? '';
  };
  const accept = (token: string, password: string) =>
    withStore(join(out, 'docent.db'), (store) =>
      acceptInvitation({ store, now: Date.now, newId: createIds() }, token, {
        name: 'A',
        password,
      }),
    );
  const signIn = (password: string) =>
    withStore(join(out, 'docent.db'), (store) =>
      memberWith({ store, now: Date.now, newId: createIds() }, { email: 'ada@x.test', password }),
    );
  const listed = async () => (await commands.usersList(flags)).lines;
  const first = await commands.usersInvite({ ...flags, role: 'owner' }, 'Ada@x.test');
  await accept(tokenOf(first.lines), 'first password');
  expect(await listed()).toEqual([expect.stringMatching(/ {2}ada@x\.test .* owner$/)]);

  for (const refused of [
    () => commands.usersInvite({ ...flags, role: 'owner' }, 'ada@x.test'),
    () => commands.usersInvite({ ...flags, role: 'boss' }, 'b@x.test'),
    () => commands.usersInvite({ ...flags, role: 'translator', languages: ['xx'] }, 'b@x.test'),
    () => commands.usersInvite({ ...flags, role: 'viewer', url: 'docs' }, 'b@x.test'),
    () => commands.usersRole(flags, 'ada@x.test', 'viewer'),
    () => commands.usersRole(flags, 'none@x.test', 'viewer'),
    () => commands.usersRemove(flags, 'ada@x.test'),
    () => commands.usersReset(flags, 'none@x.test'),
  ]) {
    await expect(refused()).rejects.toThrow(/already|expected|last owner|not a member/);
  }

  const reset = await commands.usersReset(flags, 'ada@x.test');
  expect(await signIn('first password')).toBeUndefined();
  await accept(tokenOf(reset.lines), 'second password');
  expect(await signIn('second password')).toBeDefined();

  const second = await commands.usersInvite({ ...flags, role: 'owner' }, 'b@x.test');
  await accept(tokenOf(second.lines), 'first password');
  await commands.usersRole({ ...flags, languages: ['fr'] }, 'ada@x.test', 'translator');
  expect((await listed())[0]).toMatch(/translator$/);
  await commands.usersRemove(flags, 'ada@x.test');
  expect(await listed()).toHaveLength(1);
});
