import type { ServiceTable } from '../service-table.ts';

/** `docent secrets`. */
export function defineSecrets({ add, on, run }: ServiceTable): void {
  on(
    add('secrets', 'Manage what is encrypted with the key of the server'),
    'reset',
    'Replace a lost key, and delete what was encrypted with it',
  )
    .option('--yes', 'reset the key; without this flag, only the consequences are printed')
    .action((options) =>
      run((commands) => commands.secretsReset(options, process.env.DOCENT_SECRET_KEY)),
    );
}
