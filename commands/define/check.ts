import { Option } from 'commander';
import { out, reporting } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent check`. */
export function defineCheck({ add, exit, apart }: Table): void {
  reporting(add('check [dir]', 'Report every problem of a site without building it'))
    .option('--urls', 'list the URL of every page, those of API operations included')
    .addOption(
      new Option(
        '--addresses <severity>',
        'severity of addresses of the last build that the site would lose',
      )
        .choices(['off', 'warning', 'error'])
        .default('warning'),
    )
    .addOption(out())
    .option('--no-questions', "leave out the site's own questions to the assistant")
    .option('--strict', 'exit with 1 on warnings as well')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'check', dir, options }));
    });
}
