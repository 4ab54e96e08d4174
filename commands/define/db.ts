import type { ServiceTable } from '../service-table.ts';

/** `docent db`. */
export function defineDb({ add, on, runLong }: ServiceTable): void {
  on(add('db', 'Manage the database'), 'move', 'Copy everything to another, empty database')
    .requiredOption('--to <address>', 'postgres://… or a file')
    .option('--from <address>', 'source (default: the database of the server)')
    .action((options) => runLong(options, (commands, more) => commands.dbMove(options, more)));
}
