import { Option } from 'commander';
import type { Table } from '../table.ts';

/** `docent init`. */
export function defineInit({ add, exit, context }: Table): void {
  add('init [dir]', 'Write a small starter site')
    .addOption(
      new Option('--ci <host>', 'also write a workflow that checks and builds the site').choices([
        'github',
      ]),
    )
    .action(async (dir = '.', options) => {
      const { init } = await import('../init.ts');
      exit(await init(dir, options, context));
    });
}
