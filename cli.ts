import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './commands/context.ts';
import { defineAsk } from './commands/define/ask.ts';
import { defineBackup } from './commands/define/backup.ts';
import { defineBuild } from './commands/define/build.ts';
import { defineCheck } from './commands/define/check.ts';
import { defineDb } from './commands/define/db.ts';
import { defineDeploy } from './commands/define/deploy.ts';
import { defineDeployments } from './commands/define/deployments.ts';
import { defineDev } from './commands/define/dev.ts';
import { defineDomains } from './commands/define/domains.ts';
import { defineInit } from './commands/define/init.ts';
import { defineKeys } from './commands/define/keys.ts';
import { defineListen } from './commands/define/listen.ts';
import { defineLogin } from './commands/define/login.ts';
import { defineMigrate } from './commands/define/migrate.ts';
import { defineOrgs } from './commands/define/orgs.ts';
import { definePayments } from './commands/define/payments.ts';
import { defineRedirects } from './commands/define/redirects.ts';
import { defineRestore } from './commands/define/restore.ts';
import { defineSearch } from './commands/define/search.ts';
import { defineSecrets } from './commands/define/secrets.ts';
import { defineServe } from './commands/define/serve.ts';
import { defineStart } from './commands/define/start.ts';
import { defineTranslate } from './commands/define/translate.ts';
import { defineTrigger } from './commands/define/trigger.ts';
import { defineUsers } from './commands/define/users.ts';
import { defineWorker } from './commands/define/worker.ts';
import { serviceTable } from './commands/service-table.ts';
import type { Task } from './commands/work.ts';
import { type Terminal, terminal } from './terminal.ts';

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
    .helpCommand('help [command]', 'Explain a command')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => to.out(text.trimEnd()),
      writeErr: (text) => to.err(text.trimEnd()),
    });
  const add = (name: string, description: string) =>
    program.command(name).description(description).exitOverride().copyInheritedSettings(program);
  // The file of a command, which imports its layers, is loaded when the command runs.
  const context: CommandContext = {
    to,
    version,
    program: fileURLToPath(besides('bin/docent.js')),
    stop: new AbortController().signal,
  };
  const apart = async (task: Task) =>
    (await import('./commands/work-apart.ts')).workApart(task, context);
  const table = { add, exit, context, apart };
  for (const define of siteCommands) define(table);
  const service = serviceTable(table);
  for (const define of serviceCommands) define(service);
  pointToHelp(program, program.name());
  return program;
}

/** After a wrong flag or value, the help of its own command is the one to read. */
function pointToHelp(command: Command, words: string): void {
  command.showHelpAfterError(`(run "${words} --help" for help)`);
  for (const inner of command.commands) pointToHelp(inner, `${words} ${inner.name()}`);
}

/** In the order of `docent --help`. */
const siteCommands = [
  defineCheck,
  defineBuild,
  defineDeploy,
  defineDeployments,
  defineLogin,
  defineServe,
  defineWorker,
  defineStart,
  defineDev,
  defineSearch,
  defineTranslate,
  defineAsk,
  defineRedirects,
  defineInit,
  defineMigrate,
  defineListen,
  defineTrigger,
];

/** The commands on the database of a server. */
const serviceCommands = [
  defineOrgs,
  defineKeys,
  defineUsers,
  defineDomains,
  defineSecrets,
  definePayments,
  defineBackup,
  defineRestore,
  defineDb,
];

/** A bare `--strict` means errors; the folder after it is not its value. */
function withStrictness(argv: readonly string[]): string[] {
  const takesValue = /^(build|deploy|start)$/.test(argv[2] ?? '');
  return argv.map((word, index) => {
    const isBare = word === '--strict' && !/^(errors|warnings)$/.test(argv[index + 1] ?? '');
    return takesValue && isBare ? '--strict=errors' : word;
  });
}
