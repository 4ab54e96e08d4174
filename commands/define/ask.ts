import { InvalidArgumentError, Option } from 'commander';
import { database, out } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent ask`. */
export function defineAsk({ add, exit, apart, context }: Table): void {
  add('ask [dir] [question]', 'Ask the last build of a site, or test it with questions')
    .option('--questions <file>', 'ask the questions in a file, one JSON object per line')
    .option('--threshold <percent>', 'share of answers that must be as expected', readPercent, 100)
    .option('--from-conversations', 'propose questions from conversations with readers')
    .addOption(
      new Option('--format <format>', 'format of the results')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .addOption(new Option('--json', 'short for --format json').implies({ format: 'json' }))
    .addOption(out())
    .addOption(database())
    .action(async (dir = '.', question, options) => {
      if (options.fromConversations) {
        const { askConversations } = await import('../ask-conversations.ts');
        exit(await askConversations(options, context));
      } else exit(await apart({ command: 'ask', dir, options: { ...options, question } }));
    });
}

function readPercent(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number <= 100) return number;
  throw new InvalidArgumentError('Expected a percentage from 0 to 100.');
}
