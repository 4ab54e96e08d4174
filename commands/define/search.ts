import { InvalidArgumentError } from 'commander';
import { database, out } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent search`. */
export function defineSearch({ add, exit, context }: Table): void {
  add('search [question]', 'Search the built site, as its readers do')
    .option(
      '--explain',
      'show which words matched in which fields, and what else affects the order',
    )
    .option('--propose', 'propose synonyms from searches of readers that failed')
    .option('--limit <number>', 'pages to show', readLimit, 5)
    .option('--language <code>', "the reader's language")
    .option('--json', 'print the explained result as JSON')
    .addOption(out())
    .addOption(database())
    .action(async (question: string | undefined, options) => {
      if (options.propose) {
        const { proposeSynonyms } = await import('../propose-synonyms.ts');
        exit(await proposeSynonyms(options, context));
        return;
      }
      if (question === undefined) {
        context.to.err(
          'Expected a question, such as docent search "how do I start", or --propose.',
        );
        exit(2);
        return;
      }
      const { search } = await import('../search.ts');
      exit(await search(question, options, context));
    });
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 50) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1 to 50.');
}
