import type { Table } from '../table.ts';

/** `docent login`. */
export function defineLogin({ add, exit, context }: Table): void {
  add('login', 'Store the key of a server for the commands that call it')
    .option('--to <url>', 'address of the server', 'http://localhost:3000')
    .option('--key <key>', 'key of the API (default: asked for, or read from standard input)')
    .action(async (options) => {
      const [{ login }, { askKey }] = await Promise.all([
        import('../login.ts'),
        import('../ask-key.ts'),
      ]);
      exit(await login(options, context, askKey));
    });
}
