import { building, reporting } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent build`. */
export function defineBuild({ add, exit, apart }: Table): void {
  reporting(building(add('build [dir]', 'Build a site and make it the live deployment')))
    .option('--to <folder>', 'replace this folder with the public files of the site')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'build', dir, options }));
    });
}
