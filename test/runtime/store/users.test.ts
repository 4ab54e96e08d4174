import { expect, test } from 'vitest';
import { createUser, describeUsers, endUser } from '../../../runtime/commands/users.ts';
import { bootstrap } from '../../../runtime/secrets/api-keys.ts';
import { isPassword } from '../../../runtime/secrets/password.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { findUser, findUserByEmail } from '../../../runtime/store/users.ts';
import { eachStore } from './each-store.ts';

eachStore('Accounts of readers', (open) => {
  test('are made, found by any spelling of the address, listed and removed', async () => {
    const { store, drop } = await open();
    const tools = { store, now: () => 1_000, newId: createIds() };
    const orgId = (await bootstrap(tools))?.orgId ?? '';
    const ada = await createUser(tools, {
      org: 'default',
      email: ' Ada@Example.com',
      groups: ['staff', 'beta', 'staff'],
    });
    const row = await findUserByEmail(store.db, orgId, 'ADA@example.com');
    expect(row).toMatchObject({ id: ada.id, email: 'ada@example.com' });
    expect(await findUserByEmail(store.db, 'org_other', 'ada@example.com')).toBeUndefined();
    expect(row?.password).not.toContain(ada.password);
    expect(await isPassword(ada.password, row?.password)).toBe(true);
    expect(await isPassword(`${ada.password} `, row?.password)).toBe(false);
    expect(await describeUsers(tools, 'default')).toEqual([
      `${ada.id}  ada@example.com  beta,staff  1970-01-01T00:00:01.000Z  reader`,
    ]);

    await expect(
      createUser(tools, { org: 'default', email: 'ADA@EXAMPLE.COM', groups: [] }),
    ).rejects.toThrow('An account for ada@example.com already exists');
    await endUser(tools, { org: 'default', email: 'ADA@example.com' });
    expect(await findUser(store.db, ada.id)).toBeUndefined();
    await expect(endUser(tools, { org: 'default', email: 'ada@example.com' })).rejects.toThrow(
      'There is no account for "ada@example.com"',
    );
    await drop();
  });

  test('refuse an invalid address, an invalid group, or a password that is too short', async () => {
    const { store, drop } = await open();
    const tools = { store, now: () => 1_000, newId: createIds() };
    await bootstrap(tools);
    const make = (more: object) =>
      createUser(tools, { org: 'default', email: 'a@b.test', groups: [], ...more });
    await expect(make({ email: 'nobody' })).rejects.toThrow('Unexpected address "nobody"');
    await expect(make({ groups: ['two words'] })).rejects.toThrow('Unexpected group "two words"');
    await expect(make({ password: 'short' })).rejects.toThrow('has 5 characters');
    await expect(make({ org: 'nobody' })).rejects.toThrow('There is no organization "nobody"');
    await drop();
  });
});

test('A missing account is as wrong as a wrong password', async () => {
  expect(await isPassword('anything', undefined)).toBe(false);
});
