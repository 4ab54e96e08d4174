import type { Table } from '../table.ts';

/** `docent migrate`. */
export function defineMigrate({ add, exit, context }: Table): void {
  add('migrate [dir]', 'Convert the docs.json or mint.json of a related tool')
    .option('--write', 'rewrite the file instead of printing the result')
    .action(async (dir = '.', options) => {
      const { migrate } = await import('../migrate.ts');
      exit(await migrate(dir, options, context));
    });
}
