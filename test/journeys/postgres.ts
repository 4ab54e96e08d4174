import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** A schema of its own in the database of the tests, until the test is over. */
export async function openDatabase(): Promise<string> {
  const address = new URL(process.env.TEST_DATABASE_URL ?? '');
  const schema = `walk_${randomBytes(6).toString('hex')}`;
  const administer = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await administer(`create schema ${schema}`);
  onTestFinished(() =>
    administer(`drop schema ${schema} cascade`, `drop schema if exists ${schema}_tasks cascade`),
  );
  const own = new URL(address);
  own.searchParams.set('options', `-c search_path=${schema}`);
  return own.href;
}
