import { calling, rendering, reporting } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent deploy`. */
export function defineDeploy({ add, exit, apart }: Table): void {
  reporting(rendering(calling(add('deploy [dir]', 'Build a site and make it live on a server'))))
    .option('--dry-run', 'only say what would change, and how much would be sent')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'deploy', dir, options }));
    });
}
