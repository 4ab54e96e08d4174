import { Option } from 'commander';
import { calling, rendering, reporting } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent deploy`. */
export function defineDeploy({ add, exit, apart }: Table): void {
  reporting(rendering(calling(add('deploy [dir]', 'Build a site and make it live on a server'))))
    .addOption(
      new Option('--dry-run', 'only print what would change and how much would be sent').conflicts(
        'preview',
      ),
    )
    .option('--preview <name>', 'deploy a preview next to the live site')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'deploy', dir, options }));
    });
}
