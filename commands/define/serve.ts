import { out, serving } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent serve`. */
export function defineServe({ add, exit, context }: Table): void {
  serving(add('serve', 'Serve the live deployment').addOption(out())).action(async (options) =>
    exit(await (await import('../serve.ts')).serve(options, context)),
  );
}
