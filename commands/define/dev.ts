import { Option } from 'commander';
import { host, out, port } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent dev`. */
export function defineDev({ add, exit, apart }: Table): void {
  add('dev [dir]', 'Serve a site and rebuild it on every change')
    .addOption(port())
    .addOption(host())
    .addOption(out())
    .addOption(
      new Option('--editor <name>', 'editor to open problems in')
        .choices(['vscode', 'cursor', 'windsurf', 'zed', 'webstorm', 'idea', 'none'])
        .default('vscode')
        .env('DOCENT_EDITOR'),
    )
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'dev', dir, options }));
    });
}
