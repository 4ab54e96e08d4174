import type { BuildApartFlags } from '../build-apart.ts';
import { building, serving } from '../options.ts';
import type { ServeFlags } from '../serve.ts';
import type { Table } from '../table.ts';

/** `docent start`. */
export function defineStart({ add, exit, context }: Table): void {
  serving(building(add('start [dir]', 'Build a site and serve it'))).action(
    async (dir = '.', options: BuildApartFlags & ServeFlags) => {
      const { buildApart } = await import('../build-apart.ts');
      const code = await buildApart(dir, options, context);
      exit(code === 0 ? await (await import('../serve.ts')).serve(options, context) : code);
    },
  );
}
