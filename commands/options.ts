import { type Command, InvalidArgumentError, Option } from 'commander';

/** `--out`, the same for every command. */
export const out = () =>
  new Option('--out <folder>', 'output folder').default('.docent').env('DOCENT_OUT');

/** How problems are printed. */
export const formats = ['text', 'json', 'github', 'sarif'] as const;

/** Adds the flags that choose how problems are printed. */
export const reporting = (command: Command) =>
  command
    .addOption(
      new Option('--format <format>', 'format of the problems').choices(formats).default('text'),
    )
    .addOption(new Option('--json', 'short for --format json').implies({ format: 'json' }));

/** `--port`, the same for every command. */
export const port = () =>
  new Option('--port <number>', 'port to listen on (0: any free port)')
    .default(3000)
    .env('PORT')
    .argParser(readPort);

/** `--host`, the same for every command. */
export const host = () =>
  new Option('--host <address>', 'address to listen on').default('127.0.0.1').env('HOST');

/** A flag that an environment variable also sets. */
const setting = (flag: string, variable: string, description: string) =>
  new Option(flag, description).env(variable);

/** `--database`, the same for every command. */
export const database = () =>
  setting(
    '--database <address>',
    'DATABASE_URL',
    'postgres:// URL, or a file to use instead of docent.db',
  );

/** Adds the flags of commands that serve. */
export const serving = (command: Command) => {
  for (const option of [
    port(),
    host(),
    database(),
    setting(
      '--trust-proxy <ranges>',
      'DOCENT_TRUST_PROXY',
      'proxies whose forwarded headers are trusted',
    ),
    setting('--platform-host <host>', 'DOCENT_PLATFORM_HOST', 'host of the payments platform'),
    setting('--dashboard-host <host>', 'DOCENT_DASHBOARD_HOST', 'host of the dashboard alone'),
    setting('--base-host <host>', 'DOCENT_BASE_HOST', 'host whose subdomains serve the sites'),
    setting(
      '--preview-host <host>',
      'DOCENT_PREVIEW_HOST',
      'host whose subdomains serve the previews',
    ),
    setting('--service-name <name>', 'DOCENT_SERVICE_NAME', 'service name used in webhook headers'),
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

/** Adds the flags of commands that call a server. */
export const calling = (command: Command) =>
  command
    .addOption(
      setting('--to <url>', 'DOCENT_URL', 'address of the server').default('http://localhost:3000'),
    )
    .addOption(
      setting('--key <key>', 'DOCENT_KEY', 'key of the API (default: that of "docent login")'),
    )
    .addOption(setting('--key-file <file>', 'DOCENT_KEY_FILE', 'file with the key'))
    .option('--project <project>', 'id or slug of the project, if the key sees several');

/** Adds the flags of commands that build into their own folder. */
export const building = (command: Command) =>
  rendering(command).option('--project <id>', 'project name used in events', 'default');

/** Adds the flags of all commands that build. */
export const rendering = (command: Command) =>
  command
    .addOption(out())
    .option('--origin <url>', 'public URL of the site, such as https://docs.example.com')
    .addOption(
      new Option(
        '--runtime <url>',
        'server that answers questions and counts views for a site on a static host',
      ).env('DOCENT_RUNTIME_URL'),
    )
    .option('--keep <number>', 'number of published deployments to keep', readCount, 5)
    .option('--threads <number>', 'number of rendering threads (default: one per core)', readCount)
    .option('--no-cache', 'rebuild everything, ignoring the cache')
    .addOption(
      new Option(
        '--strict [severity]',
        'publish nothing if there are errors, or with "warnings" if there are warnings',
      ).choices(['errors', 'warnings']),
    );

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

/** A whole number from 1. */
function readCount(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a whole number of at least 1.');
}

/** Comma-separated words of a flag that can be repeated. */
export function wordList(text: string, before: readonly string[] = []): string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...before, ...words.filter((word) => word !== '')];
}
