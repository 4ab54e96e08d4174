import { format } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent check`. */
export function defineCheck({ add, exit, apart }: Table): void {
  add('check [dir]', 'Report every problem of a site without building it')
    .addOption(format())
    .option('--json', 'short for --format json')
    .option('--urls', 'list the URL of every page, those of API operations included')
    .option('--strict', 'exit with 1 on warnings as well')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'check', dir, options }));
    });
}
