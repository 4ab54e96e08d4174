import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Printed } from './runtime/commands/service.ts';
import type { SettingFlags } from './runtime/environment.ts';
import type { Problem } from './schema/errors.ts';
import { bytes, count, showProgress, type Terminal, terminal, time } from './terminal.ts';

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
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // What a person can mend is a sentence; a bug shows where it is.
    const known = error as Error & { code?: unknown };
    const isSentence = known.name === 'OutputError' || (known.name === 'Error' && !known.code);
    to.err(isSentence && !process.env.DOCENT_DEBUG ? known.message : (known.stack ?? `${error}`));
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
      .option('--no-cache', 'do all work again');

  add('check [dir]', 'Find every problem of a site without building it')
    .option('--json', 'print the problems as JSON')
    .option('--strict', 'let warnings fail, too')
    .action(async (dir = '.', options) => exit(await check(dir, options, to)));
  building(add('build [dir]', 'Build a site and make it the live deployment'))
    .option('--json', 'print the result as JSON')
    .action(async (dir = '.', options) => exit(await build(dir, options, to)));
  serving(add('serve', 'Serve the live deployment').addOption(out())).action(async (options) =>
    exit(await serve(options, to)),
  );
  serving(building(add('start [dir]', 'Build a site and serve it'))).action(
    async (dir = '.', options) => {
      const code = await buildApart(dir, options);
      exit(code === 0 ? await serve(options, to) : code);
    },
  );
  add('dev [dir]', 'Serve a site while it is written, and follow every change')
    .addOption(port(3000))
    .addOption(host())
    .action(async (dir = '.', options) => exit(await dev(dir, options, to)));
  add('translate [dir]', 'Translate pages into a language; the next build shows them')
    .requiredOption('--language <code>', 'language to translate into, such as de or zh-CN')
    .addOption(
      new Option('--scope <scope>', 'all: what has no current translation')
        .choices(['all', 'page', 'stale'])
        .default('all'),
    )
    .option('--page <path>', 'the one page to translate')
    .option('--force', 'translate again what has a current translation')
    .option('--dry-run', 'say what it would cost, and stop')
    .option('--model <name>', 'model to ask; "pseudo" only shows the layout, and costs nothing')
    .addOption(out())
    .action(async (dir = '.', options) => exit(await translate(dir, options, to)));
  add('init [dir]', 'Write a small starter site').action(async (dir = '.') =>
    exit(await init(dir, to)),
  );
  add('migrate [dir]', "Rewrite another dialect's docs.json into this one")
    .option('--write', 'change the file instead of printing it')
    .action(async (dir = '.', options) => exit(await migrate(dir, options, to)));
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
    const { lines, code = 0 } = await work(serviceCommands);
    for (const line of lines) to.out(line);
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
    .option('--scope <scopes...>', 'projects:read, projects:write, assistant:read (default: all)')
    .option('--name <name>', 'what it is for')
    .option('--project <id>', 'the one project it may see')
    .option('--expires <date>', 'date on which it ends, such as 2027-01-31')
    .option('--test', 'make it a test key')
    .option('--payments', 'make it a key of the payments platform')
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
    .option('--groups <names...>', 'groups of auth.groups that the reader is in')
    .action((email, options) =>
      run((commands) => commands.usersCreate(options, email, process.env.DOCENT_PASSWORD)),
    );
  on(users, 'list', 'List the accounts of an organization')
    .option('--org <org>', 'organization', 'default')
    .action((options) => run((commands) => commands.usersList(options)));
  on(users, 'remove <email>', 'Remove an account; its sessions end')
    .option('--org <org>', 'organization', 'default')
    .action((email, options) => run((commands) => commands.usersRemove(options, email)));

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

interface BuildFlags {
  readonly out: string;
  readonly origin?: string;
  readonly runtime?: string;
  readonly project: string;
  readonly keep: number;
  readonly threads?: number;
  readonly cache: boolean;
  readonly json?: boolean;
}

interface ServeFlags extends SettingFlags {
  readonly out: string;
  readonly port: number;
  readonly host: string;
}

async function check(
  dir: string,
  options: { readonly json?: boolean; readonly strict?: boolean },
  to: Terminal,
): Promise<number> {
  const { checkSite } = await import('./pipeline/check.ts');
  const started = performance.now();
  const { problems, pages } = await checkSite({ dir: siteFolder(dir) });
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.filter((problem) => problem.severity === 'warning').length;
  if (options.json) {
    const { problemsAsJson } = await import('./pipeline/report.ts');
    to.out(JSON.stringify(problemsAsJson(problems), null, 2));
  } else {
    await report(dir, problems, to);
    to.out(`Checked ${count(pages, 'page')} in ${time(performance.now() - started)}.`);
  }
  return errors > 0 || (options.strict && warnings > 0) ? 1 : 0;
}

async function build(dir: string, options: BuildFlags, to: Terminal): Promise<number> {
  const [{ buildSite }, { readEmbeddings }, { createIds }, { translateFirst }] = await Promise.all([
    import('./pipeline/build.ts'),
    import('./pipeline/embeddings.ts'),
    import('./runtime/store/ids.ts'),
    import('./pipeline/translate-first.ts'),
  ]);
  const { translationModel } = await import('./pipeline/translation-model.ts');
  const newId = createIds();
  const embeddings = readEmbeddings(process.env);
  const view = options.json ? undefined : await showProgress(to);
  const untranslated = await translateFirst({
    dir: siteFolder(dir),
    out: resolve(options.out),
    openModel: () => translationModel(process.env),
    now: Date.now,
    onProgress: (progress) => view?.update(progress),
  });
  for (const sentence of untranslated) to.err(sentence);
  const result = await buildSite({
    dir: siteFolder(dir),
    out: resolve(options.out),
    project: options.project,
    version,
    now: Date.now,
    newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
    keep: options.keep,
    cache: options.cache,
    ...(options.origin === undefined ? {} : { origin: readOrigin(options.origin) }),
    ...(options.runtime === undefined ? {} : { runtime: readOrigin(options.runtime, '--runtime') }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(embeddings === undefined ? {} : { embeddings }),
    onProgress: (progress) => view?.update(progress),
    onWait: (sentence) => to.err(sentence),
  }).finally(() => view?.stop());
  const code = result.deployment ? 0 : 1;
  if (options.json) {
    const { problemsAsJson } = await import('./pipeline/report.ts');
    const { deployment = null, stats } = result;
    to.out(
      JSON.stringify({ deployment, stats, problems: problemsAsJson(result.problems) }, null, 2),
    );
    return code;
  }
  await report(dir, worthShowing(result.problems), to);
  const { stats } = result;
  if (!result.deployment) {
    to.err('Not built: mend the errors above. The live deployment stays as it was.');
    return code;
  }
  to.out(
    [
      `Built ${count(stats.pages, 'page')} in ${time(stats.duration)}`,
      `${stats.rendered} rendered, ${stats.pages - stats.rendered} unchanged`,
      countProblems(result.problems),
      `${count(stats.files, 'file')}, ${bytes(stats.bytes)}`,
      `deployment ${result.deployment.id} in ${options.out}`,
    ].join(' · '),
  );
  return code;
}

/** Builds in a process of its own: a server that runs for months must not keep a build's memory. */
async function buildApart(dir: string, options: BuildFlags): Promise<number> {
  const { spawn } = await import('node:child_process');
  const { out, project, keep, origin, threads, cache } = options;
  const flags = [
    ...['--out', out, '--project', project, '--keep', `${keep}`],
    ...(origin === undefined ? [] : ['--origin', origin]),
    ...(options.runtime === undefined ? [] : ['--runtime', options.runtime]),
    ...(threads === undefined ? [] : ['--threads', `${threads}`]),
    ...(cache ? [] : ['--no-cache']),
  ];
  const program = fileURLToPath(besides('bin/docent.js'));
  const child = spawn(process.execPath, [program, 'build', dir, ...flags], { stdio: 'inherit' });
  const stop = () => child.kill();
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
  }
}

async function serve(options: ServeFlags, to: Terminal): Promise<number> {
  const out = resolve(options.out);
  const { serve } = await import('./runtime/main.ts');
  const [{ readSettings }, { readChatSettings }, { readTranslateSettings }] = await Promise.all([
    import('./runtime/environment.ts'),
    import('./runtime/assistant/environment.ts'),
    import('./runtime/translation.ts'),
  ]);
  const { siteFolders } = await import('./runtime/site/hosts.ts');
  if (!existsSync(out) || siteFolders(out).length === 0) {
    to.err(`There is no deployment in ${options.out}. Run "docent build" first, or choose --out.`);
    return 1;
  }
  const { port, host } = options;
  const settings = {
    ...readSettings(options, process.env),
    ...readChatSettings(process.env),
    ...readTranslateSettings(process.env),
  };
  const { readEmbeddings } = await import('./pipeline/embeddings.ts');
  const embeddings = readEmbeddings(process.env);
  const log = (line: string) => to.err(line);
  const server = await serve({
    ...settings,
    ...(embeddings === undefined ? {} : { embeddings }),
    out,
    port,
    host,
    version,
    log,
  });
  to.out(`Docent serves ${options.out} at ${server.url}`);
  await untilSignal();
  await server.close();
  return 0;
}

async function dev(dir: string, options: ServeFlags, to: Terminal): Promise<number> {
  const [{ watchSite }, { listen }] = await Promise.all([
    import('./pipeline/watch.ts'),
    import('./runtime/main.ts'),
  ]);
  const watch = await watchSite({
    dir: siteFolder(dir, false),
    version,
    onBuild: ({ problems, pages, duration, changed }) => {
      void report(dir, worthShowing(problems), to).then(() =>
        to.out(
          changed === undefined
            ? `Built ${count(pages, 'page')} in ${time(duration)}.`
            : `${changed.join(', ')} changed, built in ${time(duration)}.`,
        ),
      );
    },
    onError: (error) => to.err(error.stack ?? error.message),
  });
  const server = await listen(
    {
      site: watch,
      version,
      log: (line) => to.err(line),
      before: watch.before,
      after: watch.after,
    },
    options,
  );
  to.out(`Docent follows ${dir} at ${server.url}`);
  await untilSignal();
  await watch.close();
  await server.close();
  return 0;
}

async function translate(
  dir: string,
  options: {
    readonly language: string;
    readonly scope: 'all' | 'page' | 'stale';
    readonly page?: string;
    readonly force?: boolean;
    readonly dryRun?: boolean;
    readonly model?: string;
    readonly out: string;
  },
  to: Terminal,
): Promise<number> {
  const [{ translateSite }, { translationModel }] = await Promise.all([
    import('./pipeline/translate-site.ts'),
    import('./pipeline/translation-model.ts'),
  ]);
  const model = translationModel(process.env, {
    ...(options.model === undefined ? {} : { name: options.model }),
    onPause: (seconds, reason) => to.err(`${reason} Waiting ${seconds} s …`),
  });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const view = await showProgress(to);
  const summary = await translateSite({
    dir: siteFolder(dir),
    out: resolve(options.out),
    language: options.language,
    scope: options.page === undefined ? options.scope : 'page',
    ...(options.page === undefined ? {} : { pagePath: options.page }),
    force: options.force === true,
    dryRun: options.dryRun === true,
    model,
    pseudo: model.name === 'pseudo',
    now: Date.now,
    signal: stop.signal,
    onPreview: ({ pages, segments, remembered, tokens }) =>
      to.out(
        `${count(pages, 'page')} to translate into ${options.language}: ${count(segments, 'segment')}, ${remembered} known from before, about ${tokens} tokens for the rest.`,
      ),
    onProgress: (progress) => view.update(progress),
  }).finally(() => {
    view.stop();
    process.off('SIGINT', interrupt);
  });
  if (options.dryRun) return 0;
  for (const { page, source, fault } of summary.faults.slice(0, 20)) {
    to.err(`${page}: ${fault}: "${source.slice(0, 80)}"`);
  }
  const rate = summary.segments === 0 ? 0 : (100 * summary.fallback) / summary.segments;
  to.out(
    [
      `${count(summary.completed, 'page')} translated`,
      `${summary.failed} failed`,
      `${summary.fallback} of ${count(summary.segments, 'segment')} kept in the source language (${rate.toFixed(2)} %)`,
      `${count(summary.requests, 'request')}, ${summary.inputTokens + summary.outputTokens} tokens`,
    ].join(' · '),
  );
  if (summary.stopped !== undefined) {
    to.err(
      `Ended early: ${summary.stopped}. ${count(summary.left, 'page')} left; what is done is kept, run it again to go on.`,
    );
  }
  if (model.name === 'pseudo') {
    to.out('These are test texts; a real run replaces them. "docent build" shows them now.');
  }
  return summary.failed > 0 || summary.stopped !== undefined ? 1 : 0;
}

async function init(dir: string, to: Terminal): Promise<number> {
  const { initSite } = await import('./pipeline/init.ts');
  if (existsSync(join(dir, 'docs.json'))) {
    to.err(`${join(dir, 'docs.json')} is there already: this is a site. Nothing was written.`);
    return 1;
  }
  const { written, kept } = initSite(dir);
  for (const path of written) to.out(`  + ${join(dir, path)}`);
  for (const path of kept) to.out(`  = ${join(dir, path)} (was there, kept)`);
  to.out(`Next: docent dev ${dir === '.' ? '' : dir}`.trimEnd());
  return 0;
}

async function migrate(
  dir: string,
  options: { readonly write?: boolean },
  to: Terminal,
): Promise<number> {
  const { migrateConfig } = await import('./pipeline/config/migrate.ts');
  const folder = siteFolder(dir);
  const file = join(folder, 'docs.json');
  const result = migrateConfig(readFileSync(file, 'utf8'), {
    file: 'docs.json',
    readRef: (path) => {
      const target = resolve(folder, path);
      if (!target.startsWith(join(folder, '/')) || !existsSync(target)) return undefined;
      return readFileSync(target);
    },
  });
  await report(dir, result.problems, { ...to, out: to.err });
  if (result.problems.some((problem) => problem.severity === 'error')) return 1;
  if (!options.write) to.out(result.text.trimEnd());
  else if (result.changed) {
    writeFileSync(file, result.text);
    to.out(`${file} rewritten.`);
  } else to.out(`${file} needs no change.`);
  return 0;
}

/** Notes are for `docent check`: a build that shows them all hides what matters. */
function worthShowing(problems: readonly Problem[]): Problem[] {
  return problems.filter((problem) => problem.severity !== 'note');
}

function countProblems(problems: readonly Problem[]): string {
  const severities = ['error', 'warning', 'note'] as const;
  const counts = severities.flatMap((severity) => {
    const number = problems.filter((problem) => problem.severity === severity).length;
    return number > 0 ? [count(number, severity)] : [];
  });
  return counts.join(', ') || 'no problems';
}

async function report(dir: string, problems: readonly Problem[], to: Terminal): Promise<void> {
  if (problems.length === 0) return;
  const { formatProblems } = await import('./pipeline/report.ts');
  const textOf = (file: string): string | undefined => {
    try {
      return readFileSync(join(dir, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  to.out(formatProblems(problems, { textOf, color: to.interactive }));
}

/** The folder of a site; says what to do when there is none. */
function siteFolder(dir: string, needsConfig = true): string {
  const folder = resolve(dir);
  if (!existsSync(folder)) throw new Error(`The folder ${dir} does not exist.`);
  if (needsConfig && !existsSync(join(folder, 'docs.json'))) {
    throw new Error(
      `There is no docs.json in ${dir}. Name the folder of your site, or start one with "docent init ${dir}".`,
    );
  }
  return folder;
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

function readOrigin(text: string, flag = '--origin'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
  throw new Error(
    `Unexpected ${flag} "${text}", expected an address such as https://docs.example.com`,
  );
}

/** Resolves at the first signal to stop; a second one ends the process at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
