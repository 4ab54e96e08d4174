import { wordList } from '../options.ts';
import type { ServiceTable } from '../service-table.ts';

/** Those of `schema/api/scopes.ts`, which this table does not load: a test compares them. */
const scopes = `
Scopes:
  projects:read       read projects, languages, jobs, records, the glossary, feedback, deployments and events
  projects:write      change them, and read and change webhooks; includes the other scopes but "organization:write"
  translations:write  start and cancel translations, and release those that people own
  deployments:write   deploy a site, roll it back, and delete deployments
  assistant:read      read conversations, reported citations and usage of the assistant
  organization:write  manage members, invitations and keys, and read the audit log; not for a key of one project`;

/** `docent keys`. */
export function defineKeys({ add, on, run }: ServiceTable): void {
  const keys = add('keys', 'Manage API keys');
  on(keys, 'create', 'Create a key; it is printed only once')
    .option('--org <org>', 'organization that owns the key', 'default')
    .option(
      '--scope <scopes...>',
      'what the key may do, see below (default: all, with a warning)',
      wordList,
    )
    .option('--name <name>', 'description of the key')
    .option('--project <id>', 'restrict the key to one project')
    .option('--expires <date>', 'expiry date, such as 2027-01-31')
    .option(
      '--test',
      'create a key for test data: canned answers, test translations, no use of the plan',
    )
    .option('--payments', 'create a key for the payments platform')
    .option('--json', 'print the key as JSON')
    .addHelpText('after', scopes)
    .action((options) => run((commands) => commands.keysCreate(options)));
  on(keys, 'list', 'List the keys of an organization')
    .option('--org <org>', 'organization', 'default')
    .action((options) => run((commands) => commands.keysList(options)));
  on(keys, 'revoke <id>', 'Revoke a key permanently').action((id, options) =>
    run((commands) => commands.keysRevoke(options, id)),
  );
}
