import { wordList } from '../options.ts';
import type { ServiceTable } from '../service-table.ts';

/** `--url`, for links. */
const url = [
  '--url <address>',
  'address at which the server is reached',
  'http://localhost:3000',
] as const;

/** `docent users`. */
export function defineUsers({ add, on, run }: ServiceTable): void {
  const users = add(
    'users',
    'Manage members, and readers who sign in with a password of this server',
  );
  on(
    users,
    'invite <email>',
    'Print a link with which a person becomes a member, for the dashboard',
  )
    .option('--org <org>', 'organization', 'default')
    .requiredOption('--role <role>', 'owner, editor, viewer or translator')
    .option(
      '--languages <codes>',
      'languages of a translator, such as fr,de; all without',
      wordList,
    )
    .option(...url)
    .action((email, options) => run((commands) => commands.usersInvite(options, email)));
  on(users, 'role <email> <role>', 'Change the role of a member')
    .option('--org <org>', 'organization', 'default')
    .option(
      '--languages <codes>',
      'languages of a translator, such as fr,de; all without',
      wordList,
    )
    .action((email, role, options) => run((commands) => commands.usersRole(options, email, role)));
  on(
    users,
    'reset <email>',
    'Reset the password of a member, end their sessions, and print a link to choose a new one',
  )
    .option('--org <org>', 'organization', 'default')
    .option(...url)
    .action((email, options) => run((commands) => commands.usersReset(options, email)));
  on(users, 'create <email>', 'Add the account of a reader; its password is printed only once')
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
