import type { Kysely } from 'kysely';
import type { ColumnTypes } from './open.ts';

/** One step forward of the database's shape. It is never changed once released. */
export interface Migration {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time only.
  readonly up: (db: Kysely<any>, columns: ColumnTypes) => Promise<void>;
}
