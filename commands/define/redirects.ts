import { out } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent redirects`. */
export function defineRedirects({ add, exit, context }: Table): void {
  add('redirects [dir]', 'List addresses that used to be live and are no longer found')
    .option('--fix', 'write redirects to docs.json, and renamed anchors into their pages')
    .option('--json', 'print the addresses as JSON')
    .addOption(out())
    .action(async (dir = '.', options) => {
      const { redirects } = await import('../redirects.ts');
      exit(await redirects(dir, options, context));
    });
}
