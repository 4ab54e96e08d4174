import type { ServiceTable } from '../service-table.ts';

/** `docent orgs`. */
export function defineOrgs({ add, on, run }: ServiceTable): void {
  const orgs = add('orgs', 'Manage the organizations of the server');
  on(orgs, 'create <slug>', 'Add an organization')
    .option('--name <name>', 'display name')
    .option('--plan <plan>', 'free, starter, pro, business or enterprise')
    .option('--billing-day <day>', 'day of the month on which quotas reset')
    .action((slug, options) => run((commands) => commands.orgsCreate(options, slug)));
  on(orgs, 'list', 'List the organizations').action((options) =>
    run((commands) => commands.orgsList(options)),
  );
}
