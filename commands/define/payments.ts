import type { ServiceTable } from '../service-table.ts';

/** `docent payments`. */
export function definePayments({ add, on, run }: ServiceTable): void {
  on(
    add('payments', 'Manage the payments platform'),
    'import <file>',
    'Import objects, one JSON object per line',
  )
    .option('--org <org>', 'organization that owns the objects', 'default')
    .action((file, options) => run((commands) => commands.paymentsImport(options, file)));
}
