import { building, format } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent build`. */
export function defineBuild({ add, exit, apart }: Table): void {
  building(add('build [dir]', 'Build a site and make it the live deployment'))
    .option('--to <folder>', 'replace this folder with the public files of the site')
    .addOption(format())
    .option('--json', 'short for --format json')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'build', dir, options }));
    });
}
