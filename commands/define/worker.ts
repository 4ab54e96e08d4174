import { database, out } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent worker`. */
export function defineWorker({ add, exit, context }: Table): void {
  add('worker', 'Work on the jobs of servers that share object storage')
    .addOption(out())
    .addOption(database())
    .action(async (options) => exit(await (await import('../worker.ts')).worker(options, context)));
}
