import { wordList } from '../options.ts';
import type { ServiceTable } from '../service-table.ts';

/** `docent users`. */
export function defineUsers({ add, on, run }: ServiceTable): void {
  const users = add('users', 'Manage readers who sign in with a password of this server');
  on(users, 'create <email>', 'Add an account; its password is printed only once')
    .option('--org <org>', 'organization that owns the site', 'default')
    .option(
      '--groups <names>',
      'groups of the reader, as used in auth.groups, such as partners,staff; can be repeated',
      wordList,
    )
    .option('--any-group', 'accept groups that no site uses yet')
    .action((email, options) =>
      run((commands) => commands.usersCreate(options, email, process.env.DOCENT_PASSWORD)),
    );
  on(users, 'list', 'List the accounts of an organization')
    .option('--org <org>', 'organization', 'default')
    .action((options) => run((commands) => commands.usersList(options)));
  on(users, 'remove <email>', 'Remove an account and end its sessions')
    .option('--org <org>', 'organization', 'default')
    .action((email, options) => run((commands) => commands.usersRemove(options, email)));
}
