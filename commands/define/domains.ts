import type { ServiceTable } from '../service-table.ts';

/** `docent domains`. */
export function defineDomains({ add, on, run }: ServiceTable): void {
  const domains = add('domains', 'Manage the host names of the sites of the server');
  on(domains, 'approve <domain>', 'Serve a site at its own host name')
    .option('--project <id>', 'project to serve (default: the one that requests the host name)')
    .action((domain, options) => run((commands) => commands.domainsApprove(options, domain)));
  on(domains, 'list', 'List host names and whether they are verified').action((options) =>
    run((commands) => commands.domainsList(options)),
  );
  on(domains, 'remove <domain>', 'Stop serving a host name').action((domain, options) =>
    run((commands) => commands.domainsRemove(options, domain)),
  );
}
