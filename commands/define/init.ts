import { InvalidArgumentError, Option } from 'commander';
import { themes } from '../../schema/config/themes.ts';
import type { Table } from '../table.ts';

/** `docent init`. */
export function defineInit({ add, exit, context }: Table): void {
  add('init [dir]', 'Write a small starter site')
    .option('--name <name>', 'name of the site; from the folder by default')
    .option('--color <hex>', 'color of links and buttons, such as "#0F766E"', readColor)
    .addOption(new Option('--theme <name>', 'theme of the site').choices(themes))
    .option('--no-api', 'leave out the example API')
    .option('--yes', 'ask nothing: use flags and defaults')
    .addOption(
      new Option(
        '--ci <host>',
        'also write a workflow that checks, previews and deploys the site',
      ).choices(['github']),
    )
    .action(async (dir = '.', { yes, ...options }, command) => {
      const { init } = await import('../init.ts');
      const asks = context.to.interactive && process.stdin.isTTY === true && !yes;
      const ask = asks ? (await import('../init-questions.ts')).askAboutSite : undefined;
      // Without the flag it is a question.
      const { api, ...others } = options;
      const isGiven = command.getOptionValueSource('api') === 'cli';
      exit(await init(dir, isGiven ? { ...others, api } : others, context, ask));
    });
}

function readColor(text: string): string {
  const found = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (found === undefined)
    throw new InvalidArgumentError('Expected six hexadecimal digits, such as "#0F766E".');
  return `#${found}`;
}
