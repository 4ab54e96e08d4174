import { database, out } from '../options.ts';
import type { ServiceTable } from '../service-table.ts';

/** `docent restore`. */
export function defineRestore({ add, runLong }: ServiceTable): void {
  add('restore <folder>', 'Restore a backup')
    .addOption(out())
    .addOption(database())
    .option(
      '--replace',
      'replace existing data: files are kept under another name, rows in PostgreSQL deleted',
    )
    .option('--json', 'print the result as JSON')
    .action((folder, options) =>
      runLong(options, (commands, more) => commands.restore(options, folder, more)),
    );
}
