import { database, out } from '../options.ts';
import type { ServiceTable } from '../service-table.ts';

/** `docent backup`. */
export function defineBackup({ add, runLong }: ServiceTable): void {
  add('backup <folder>', 'Back up database and key to a new folder while the server is running')
    .addOption(out())
    .addOption(database())
    .option('--outputs', 'include deployments and translations')
    .option('--without-key', 'exclude the key, which you must store elsewhere')
    .option('--json', 'print the manifest of the backup as JSON')
    .action((folder, options) =>
      runLong(options, (commands, more) => commands.backup(options, folder, more)),
    );
}
