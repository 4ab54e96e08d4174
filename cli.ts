import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { BuildFlags } from './commands/build.ts';
import type { CommandContext } from './commands/context.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { Task } from './commands/work.ts';
import type { Surroundings } from './runtime/commands/backup.ts';
import type { Printed } from './runtime/commands/printed.ts';
import { showProgress, type Terminal, terminal } from './terminal.ts';

/** Version from package.json. */
export const version: string = JSON.parse(readFileSync(besides('package.json'), 'utf8')).version;

/** A file of the package, next to the sources and one folder above dist/. */
function besides(path: string): URL {
  const beside = new URL(path, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../${path}`, import.meta.url);
}

/** Runs one command line; resolves to the exit code (0 ok, 1 problems, 2 usage). */
export async function main(argv: readonly string[], to: Terminal = terminal): Promise<number> {
  let code = 0;
  const program = createProgram(to, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(withStrictness(argv));
    return code;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return 0;
    const known = error as Error & { code?: unknown };
    const { askedFormat, failureAs } = await import('./commands/failure.ts');
    const format = askedFormat(argv);
    const asJson = format !== 'text';
    if (asJson) to.out(failureAs(format, { argv, message: known.message, version }));
    if (isUsage) return 2;
    // What a person can fix is a sentence; a bug shows where it is.
    const isSentence = known.name === 'OutputError' || (known.name === 'Error' && !known.code);
    const isBug = !isSentence || Boolean(process.env.DOCENT_DEBUG);
    if (isBug) to.err(known.stack ?? `${error}`);
    else if (!asJson) to.err(known.message);
    return 1;
  }
}

/** The table of commands; a layer is loaded only if a command needs it. */
function createProgram(to: Terminal, exit: (code: number) => void): Command {
  const program = new Command('docent');
  program
    .description('Turns a repository of MDX pages and a docs.json into a documentation site.')
    .version(version, '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Explain a command')
    .showHelpAfterError('(run "docent --help" for help)')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => to.out(text.trimEnd()),
      writeErr: (text) => to.err(text.trimEnd()),
    });
  const add = (name: string, description: string) =>
    program.command(name).description(description).exitOverride().copyInheritedSettings(program);
  const out = () =>
    new Option('--out <folder>', 'output folder').default('.docent').env('DOCENT_OUT');
  const format = () =>
    new Option('--format <format>', 'how problems are printed (default: text)').choices([
      ...['text', 'json', 'github', 'sarif'],
    ]);
  const port = (fallback: number) =>
    new Option('--port <number>', 'port to listen on (0: any free port)')
      .default(fallback)
      .env('PORT')
      .argParser(readPort);
  const host = () =>
    new Option('--host <address>', 'address to listen on').default('127.0.0.1').env('HOST');
  const setting = (flag: string, variable: string, description: string) =>
    new Option(flag, description).env(variable);
  const database = () =>
    setting(
      '--database <address>',
      'DATABASE_URL',
      'postgres:// URL, or a file to use instead of docent.db',
    );
  const serving = (command: Command) => {
    for (const option of [
      ...[port(3000), host(), database()],
      setting(
        '--trust-proxy <ranges>',
        'DOCENT_TRUST_PROXY',
        'proxies whose forwarded headers are trusted',
      ),
      setting('--platform-host <host>', 'DOCENT_PLATFORM_HOST', 'host of the payments platform'),
      setting('--base-host <host>', 'DOCENT_BASE_HOST', 'host whose subdomains serve the sites'),
      setting(
        '--service-name <name>',
        'DOCENT_SERVICE_NAME',
        'service name used in webhook headers',
      ),
      setting(
        '--webhook-allow <ranges>',
        'DOCENT_WEBHOOK_ALLOW',
        'private addresses that webhooks may call',
      ),
      setting(
        '--webhook-plain-hosts <hosts>',
        'DOCENT_WEBHOOK_PLAIN_HOSTS',
        'hosts that webhooks may call over plain HTTP',
      ),
      setting(
        '--webhook-ports <ports>',
        'DOCENT_WEBHOOK_PORTS',
        'ports that webhooks may call besides 443',
      ),
    ]) {
      command.addOption(option);
    }
    return command;
  };
  const building = (command: Command) =>
    command
      .addOption(out())
      .option('--origin <url>', 'public URL of the site, such as https://docs.example.com')
      .addOption(
        new Option(
          '--runtime <url>',
          'server that answers search and questions for a site on a static host',
        ).env('DOCENT_RUNTIME_URL'),
      )
      .option('--project <id>', 'project name used in events', 'default')
      .option('--keep <number>', 'number of deployments to keep', readCount, 5)
      .option(
        '--threads <number>',
        'number of rendering threads (default: one per core)',
        readCount,
      )
      .option('--no-cache', 'rebuild everything, ignoring the cache')
      .addOption(
        new Option(
          '--strict [severity]',
          'publish nothing if there are errors ("warnings": or warnings)',
        ).choices(['errors', 'warnings']),
      );

  // The file of a command, which imports its layers, is loaded when the command runs.
  const context: CommandContext = {
    to,
    version,
    program: fileURLToPath(besides('bin/docent.js')),
    stop: new AbortController().signal,
  };
  const apart = async (task: Task) =>
    (await import('./commands/work-apart.ts')).workApart(task, context);
  const serve = async (options: ServeFlags) =>
    (await import('./commands/serve.ts')).serve(options, context);

  add('check [dir]', 'Report every problem of a site without building it')
    .addOption(format())
    .option('--json', 'short for --format json')
    .option('--urls', 'list the URL of every page, those of API operations included')
    .option('--strict', 'exit with 1 on warnings as well')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'check', dir, options }));
    });
  building(add('build [dir]', 'Build a site and make it the live deployment'))
    .option('--to <folder>', 'replace this folder with the public files of the site')
    .addOption(format())
    .option('--json', 'short for --format json')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'build', dir, options }));
    });
  serving(add('serve', 'Serve the live deployment').addOption(out())).action(async (options) =>
    exit(await serve(options)),
  );
  serving(building(add('start [dir]', 'Build a site and serve it'))).action(
    async (dir = '.', options: BuildFlags & ServeFlags) => {
      const { buildApart } = await import('./commands/build-apart.ts');
      const code = await buildApart(dir, options, context);
      exit(code === 0 ? await serve(options) : code);
    },
  );
  add('dev [dir]', 'Serve a site and rebuild it on every change')
    .addOption(port(3000))
    .addOption(host())
    .addOption(out())
    .addOption(
      new Option('--editor <name>', 'editor to open problems in')
        .choices(['vscode', 'cursor', 'windsurf', 'zed', 'webstorm', 'idea', 'none'])
        .default('vscode')
        .env('DOCENT_EDITOR'),
    )
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'dev', dir, options }));
    });
  add('translate [dir]', 'Translate pages into a language; the next build includes them')
    .requiredOption('--language <codes>', 'target languages, such as de or de,zh-CN', wordList)
    .addOption(
      new Option('--scope <scope>', 'translate every page without a current translation')
        .choices(['all', 'page', 'stale'])
        .default('all'),
    )
    .option('--page <path>', 'translate only this page')
    .option('--force', 'translate again even if the translation is current')
    .option('--dry-run', 'estimate the cost without translating')
    .option('--glossary <file>', 'glossary to use (default: glossary.json of the site)')
    .option(
      '--props <list>',
      'component properties to translate as well, such as Card.title,Tab.title',
      propList,
    )
    .option('--json', 'print the result as JSON')
    .option(
      '--model <name>',
      'model to use; "pseudo" is free and writes test text to preview the layout',
    )
    .addOption(out())
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'translate', dir, options }));
    });
  add('init [dir]', 'Write a small starter site')
    .addOption(
      new Option('--ci <host>', 'also write a workflow that checks and builds the site').choices([
        'github',
      ]),
    )
    .action(async (dir = '.', options) => {
      const { init } = await import('./commands/init.ts');
      exit(await init(dir, options, context));
    });
  add('migrate [dir]', "Rewrite another dialect's docs.json into this one")
    .option('--write', 'rewrite the file instead of printing the result')
    .action(async (dir = '.', options) => {
      const { migrate } = await import('./commands/migrate.ts');
      exit(await migrate(dir, options, context));
    });
  addServiceCommands({ add, out, database, to, exit });
  return program;
}

/** The commands on the database of a server. */
function addServiceCommands(table: {
  readonly add: (name: string, description: string) => Command;
  readonly out: () => Option;
  readonly database: () => Option;
  readonly to: Terminal;
  readonly exit: (code: number) => void;
}): void {
  const { add, out, database, to, exit } = table;
  type Commands = typeof import('./runtime/commands/service.ts').serviceCommands;
  const run = async (work: (commands: Commands) => Promise<Printed>) => {
    const { serviceCommands } = await import('./runtime/commands/service.ts');
    const { lines, notes = [], code = 0 } = await work(serviceCommands);
    for (const line of lines) to.out(line);
    for (const note of notes) to.err(note);
    exit(code);
  };
  /** Work that may take minutes shows how far it is. */
  const runLong = async (
    { json }: { readonly json?: boolean },
    work: (commands: Commands, more: Surroundings) => Promise<Printed>,
  ) => {
    const view = json ? undefined : await showProgress(to);
    const secretKey = process.env.DOCENT_SECRET_KEY;
    const progress: Surroundings['progress'] = (step) => view?.update(step);
    await run((commands) =>
      work(commands, { version, secretKey, progress }).finally(() => view?.stop('Done')),
    );
  };
  const on = (parent: Command, name: string, description: string) =>
    parent
      .command(name)
      .description(description)
      .exitOverride()
      .copyInheritedSettings(parent)
      .addOption(out())
      .addOption(database());

  const orgs = add('orgs', 'Manage the organizations of the server');
  on(orgs, 'create <slug>', 'Add an organization')
    .option('--name <name>', 'display name')
    .option('--plan <plan>', 'free, starter, pro, business or enterprise')
    .option('--billing-day <day>', 'day of the month on which quotas reset')
    .action((slug, options) => run((commands) => commands.orgsCreate(options, slug)));
  on(orgs, 'list', 'List the organizations').action((options) =>
    run((commands) => commands.orgsList(options)),
  );

  const keys = add('keys', 'Manage API keys');
  on(keys, 'create', 'Create a key; it is printed only once')
    .option('--org <org>', 'organization that owns the key', 'default')
    .option(
      '--scope <scopes...>',
      'projects:read, projects:write, assistant:read (default: all, with a warning)',
      wordList,
    )
    .option('--name <name>', 'description of the key')
    .option('--project <id>', 'restrict the key to one project')
    .option('--expires <date>', 'expiry date, such as 2027-01-31')
    .option('--test', 'create a test key')
    .option('--payments', 'create a key for the payments platform')
    .option('--json', 'print the key as JSON')
    .action((options) => run((commands) => commands.keysCreate(options)));
  on(keys, 'list', 'List the keys of an organization')
    .option('--org <org>', 'organization', 'default')
    .action((options) => run((commands) => commands.keysList(options)));
  on(keys, 'revoke <id>', 'Revoke a key permanently').action((id, options) =>
    run((commands) => commands.keysRevoke(options, id)),
  );

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

  on(
    add('secrets', 'Manage what is encrypted with the key of the server'),
    'reset',
    'Replace a lost key, and delete what was encrypted with it',
  )
    .option('--yes', 'reset the key; without this flag, only the consequences are printed')
    .action((options) =>
      run((commands) => commands.secretsReset(options, process.env.DOCENT_SECRET_KEY)),
    );
  on(
    add('payments', 'Manage the payments platform'),
    'import <file>',
    'Import objects, one JSON object per line',
  )
    .option('--org <org>', 'organization that owns the objects', 'default')
    .action((file, options) => run((commands) => commands.paymentsImport(options, file)));
  add('backup <folder>', 'Back up database and key to a new folder while the server is running')
    .addOption(out())
    .addOption(database())
    .option('--outputs', 'include deployments and translations')
    .option('--without-key', 'exclude the key, which you must store elsewhere')
    .option('--json', 'print the manifest of the backup as JSON')
    .action((folder, options) =>
      runLong(options, (commands, more) => commands.backup(options, folder, more)),
    );
  add('restore <folder>', 'Restore a backup')
    .addOption(out())
    .addOption(database())
    .option(
      '--replace',
      'replace existing data: files are kept under another name, rows in PostgreSQL deleted',
    )
    .option('--json', 'print the result as JSON')
    .action((folder, options) =>
      runLong(options, (commands, more) => commands.restore(options, folder, more)),
    );
  on(add('db', 'Manage the database'), 'move', 'Copy everything to another, empty database')
    .requiredOption('--to <address>', 'postgres://… or a file')
    .option('--from <address>', 'source (default: the database of the server)')
    .action((options) => runLong(options, (commands, more) => commands.dbMove(options, more)));
}

/** A bare `--strict` means errors; the folder after it is not its value. */
function withStrictness(argv: readonly string[]): string[] {
  const takesValue = /^(build|start)$/.test(argv[2] ?? '');
  return argv.map((word, index) => {
    const isBare = word === '--strict' && !/^(errors|warnings)$/.test(argv[index + 1] ?? '');
    return takesValue && isBare ? '--strict=errors' : word;
  });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

function readCount(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a whole number of at least 1.');
}

/** Comma-separated words of a flag that can be repeated. */
function wordList(text: string, before: readonly string[] = []): string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...before, ...words.filter((word) => word !== '')];
}

/** `Card.title,Tab.title` → component → properties. */
function propList(text: string): Record<string, string[]> {
  const props: Record<string, string[]> = {};
  for (const one of text.split(',').map((part) => part.trim())) {
    const [, component, name] = /^([A-Za-z][\w.]*)\.([A-Za-z][\w:-]*)$/.exec(one) ?? [];
    if (component === undefined || name === undefined) {
      throw new InvalidArgumentError(
        'Expected component properties, such as Card.title,Tab.title.',
      );
    }
    props[component] = [...(props[component] ?? []), name];
  }
  return props;
}
