import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { BuildFlags } from './commands/build.ts';
import type { CommandContext } from './commands/context.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { Task } from './commands/work.ts';
import type { Printed } from './runtime/commands/printed.ts';
import { type Terminal, terminal } from './terminal.ts';

/** Version in package.json. */
export const version: string = JSON.parse(readFileSync(besides('package.json'), 'utf8')).version;

/** A file of the package, which lies beside the sources and one folder above dist/. */
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
    const asJson = argv.includes('--json');
    if (asJson) {
      const { failureAsJson } = await import('./commands/failure.ts');
      to.out(failureAsJson(argv, known.message));
    }
    if (isUsage) return 2;
    // What a person can fix is a sentence; a bug shows where it is.
    const isSentence = known.name === 'OutputError' || (known.name === 'Error' && !known.code);
    const isBug = !isSentence || Boolean(process.env.DOCENT_DEBUG);
    if (isBug) to.err(known.stack ?? `${error}`);
    else if (!asJson) to.err(known.message);
    return 1;
  }
}

/** The table of commands; a floor is loaded only when a command needs it. */
function createProgram(to: Terminal, exit: (code: number) => void): Command {
  const program = new Command('docent');
  program
    .description('A repository of MDX pages and a docs.json becomes a documentation site.')
    .version(version, '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Explain a command')
    .showHelpAfterError('(docent --help explains the commands)')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => to.out(text.trimEnd()),
      writeErr: (text) => to.err(text.trimEnd()),
    });
  const add = (name: string, description: string) =>
    program.command(name).description(description).exitOverride().copyInheritedSettings(program);
  const out = () =>
    new Option('--out <folder>', 'folder of the outputs').default('.docent').env('DOCENT_OUT');
  const port = (fallback: number) =>
    new Option('--port <number>', 'port, 0 takes a free one')
      .default(fallback)
      .env('PORT')
      .argParser(readPort);
  const host = () =>
    new Option('--host <address>', 'address to listen on').default('127.0.0.1').env('HOST');
  const setting = (flag: string, variable: string, description: string) =>
    new Option(flag, description).env(variable);
  const database = () =>
    setting('--database <address>', 'DATABASE_URL', 'postgres://…, or a file instead of docent.db');
  const serving = (command: Command) => {
    for (const option of [
      ...[port(3000), host(), database()],
      setting('--trust-proxy <ranges>', 'DOCENT_TRUST_PROXY', 'proxies that tell host and client'),
      setting('--platform-host <host>', 'DOCENT_PLATFORM_HOST', 'host of the payments platform'),
      setting('--base-host <host>', 'DOCENT_BASE_HOST', 'host below which sites have their names'),
      setting('--service-name <name>', 'DOCENT_SERVICE_NAME', 'name in the headers of webhooks'),
      setting(
        '--webhook-allow <ranges>',
        'DOCENT_WEBHOOK_ALLOW',
        'addresses to call, private ones',
      ),
      setting(
        '--webhook-plain-hosts <hosts>',
        'DOCENT_WEBHOOK_PLAIN_HOSTS',
        'hosts to call by http',
      ),
      setting('--webhook-ports <ports>', 'DOCENT_WEBHOOK_PORTS', 'ports to call besides 443'),
    ]) {
      command.addOption(option);
    }
    return command;
  };
  const building = (command: Command) =>
    command
      .addOption(out())
      .option('--origin <url>', 'public address of the site, such as https://docs.example.com')
      .addOption(
        new Option(
          '--runtime <url>',
          'server that answers searches and questions for a site on a static host',
        ).env('DOCENT_RUNTIME_URL'),
      )
      .option('--project <id>', 'project named in the events', 'default')
      .option('--keep <number>', 'deployments to keep', readCount, 5)
      .option('--threads <number>', 'threads that render (default: one per core)', readCount)
      .option('--no-cache', 'do all work again')
      .addOption(
        new Option(
          '--strict [severity]',
          'publish nothing while there are errors, or "warnings" as well',
        ).choices(['errors', 'warnings']),
      );

  // A command brings its floors with it: the file is loaded when its command runs.
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

  add('check [dir]', 'Find every problem of a site without building it')
    .option('--json', 'print the problems as JSON')
    .option('--strict', 'let warnings fail, too')
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'check', dir, options }));
    });
  building(add('build [dir]', 'Build a site and make it the live deployment'))
    .option('--json', 'print the result as JSON')
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
  add('dev [dir]', 'Serve a site while it is written, and follow every change')
    .addOption(port(3000))
    .addOption(host())
    .addOption(out())
    .addOption(
      new Option('--editor <name>', 'editor that opens the place of a problem')
        .choices(['vscode', 'cursor', 'windsurf', 'zed', 'webstorm', 'idea', 'none'])
        .default('vscode')
        .env('DOCENT_EDITOR'),
    )
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'dev', dir, options }));
    });
  add('translate [dir]', 'Translate pages into a language; the next build shows them')
    .requiredOption('--language <codes>', 'languages to translate into: de or de,zh-CN', wordList)
    .addOption(
      new Option('--scope <scope>', 'all: what has no current translation')
        .choices(['all', 'page', 'stale'])
        .default('all'),
    )
    .option('--page <path>', 'the one page to translate')
    .option('--force', 'translate again what has a current translation')
    .option('--dry-run', 'say what it would cost, and stop')
    .option('--glossary <file>', 'terms to keep to (default: glossary.json of the site)')
    .option('--props <list>', 'properties to translate as well: Card.title,Tab.title', propList)
    .option('--json', 'print the result as JSON')
    .option('--model <name>', 'model to ask; "pseudo" only shows the layout, and costs nothing')
    .addOption(out())
    .action(async (dir = '.', options) => {
      exit(await apart({ command: 'translate', dir, options }));
    });
  add('init [dir]', 'Write a small starter site').action(async (dir = '.') => {
    const { init } = await import('./commands/init.ts');
    exit(await init(dir, context));
  });
  add('migrate [dir]', "Rewrite another dialect's docs.json into this one")
    .option('--write', 'change the file instead of printing it')
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
  const on = (parent: Command, name: string, description: string) =>
    parent
      .command(name)
      .description(description)
      .exitOverride()
      .copyInheritedSettings(parent)
      .addOption(out())
      .addOption(database());

  const orgs = add('orgs', 'Organizations of the server');
  on(orgs, 'create <slug>', 'Add an organization')
    .option('--name <name>', 'name to show')
    .option('--plan <plan>', 'free, starter, pro, business or enterprise')
    .option('--billing-day <day>', 'day of the month on which quotas begin anew')
    .action((slug, options) => run((commands) => commands.orgsCreate(options, slug)));
  on(orgs, 'list', 'List the organizations').action((options) =>
    run((commands) => commands.orgsList(options)),
  );

  const keys = add('keys', 'API keys');
  on(keys, 'create', 'Make a key; it is printed once')
    .option('--org <org>', 'organization it belongs to', 'default')
    .option(
      '--scope <scopes...>',
      'projects:read, projects:write, assistant:read (default: all, with a warning)',
      wordList,
    )
    .option('--name <name>', 'what it is for')
    .option('--project <id>', 'the one project it may see')
    .option('--expires <date>', 'date on which it ends, such as 2027-01-31')
    .option('--test', 'make it a test key')
    .option('--payments', 'make it a key of the payments platform')
    .option('--json', 'print the key as JSON')
    .action((options) => run((commands) => commands.keysCreate(options)));
  on(keys, 'list', 'List the keys of an organization')
    .option('--org <org>', 'organization', 'default')
    .action((options) => run((commands) => commands.keysList(options)));
  on(keys, 'revoke <id>', 'End a key for ever').action((id, options) =>
    run((commands) => commands.keysRevoke(options, id)),
  );

  const users = add('users', 'Readers who sign in with a password of this server');
  on(users, 'create <email>', 'Add an account; its password is printed once')
    .option('--org <org>', 'organization of the site', 'default')
    .option(
      '--groups <names>',
      'groups of auth.groups that the reader is in: partners,staff; may be repeated',
      wordList,
    )
    .option('--any-group', 'accept groups that no site names yet')
    .action((email, options) =>
      run((commands) => commands.usersCreate(options, email, process.env.DOCENT_PASSWORD)),
    );
  on(users, 'list', 'List the accounts of an organization')
    .option('--org <org>', 'organization', 'default')
    .action((options) => run((commands) => commands.usersList(options)));
  on(users, 'remove <email>', 'Remove an account; its sessions end')
    .option('--org <org>', 'organization', 'default')
    .action((email, options) => run((commands) => commands.usersRemove(options, email)));

  const domains = add('domains', 'Host names of the sites of the server');
  on(domains, 'approve <domain>', 'Serve a site at a host name of its own')
    .option('--project <id>', 'project it belongs to (default: the one that asks for it)')
    .action((domain, options) => run((commands) => commands.domainsApprove(options, domain)));
  on(domains, 'list', 'List host names, and whether they are proven').action((options) =>
    run((commands) => commands.domainsList(options)),
  );
  on(domains, 'remove <domain>', 'Serve nothing at a host name any more').action(
    (domain, options) => run((commands) => commands.domainsRemove(options, domain)),
  );

  on(
    add('secrets', 'What is sealed with the key of the server'),
    'reset',
    'Go on without the key of a database that is lost',
  )
    .option('--yes', 'do it: without this only what it costs is printed')
    .action((options) =>
      run((commands) => commands.secretsReset(options, process.env.DOCENT_SECRET_KEY)),
    );
  on(add('payments', 'The payments platform'), 'import <file>', 'Import objects, one JSON a line')
    .option('--org <org>', 'organization they belong to', 'default')
    .action((file, options) => run((commands) => commands.paymentsImport(options, file)));
  add('backup <file>', 'Copy the database into a file, while the server runs')
    .addOption(out())
    .addOption(database())
    .action((file, options) => run((commands) => commands.backup(options, file)));
  on(add('db', 'The database'), 'move', 'Copy everything into another, empty database')
    .requiredOption('--to <address>', 'postgres://… or a file')
    .option('--from <address>', 'where from (default: the database of the server)')
    .action((options) => run((commands) => commands.dbMove(options)));
}

/** A bare `--strict` means errors, and does not take the folder behind it for its value. */
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
  throw new InvalidArgumentError('Expected a whole number from 1.');
}

/** Words divided by commas, of a flag that may be repeated. */
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
        'Expected components with a property, as Card.title,Tab.title.',
      );
    }
    props[component] = [...(props[component] ?? []), name];
  }
  return props;
}
