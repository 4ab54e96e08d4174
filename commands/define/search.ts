import { InvalidArgumentError } from 'commander';
import { out } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent search`. */
export function defineSearch({ add, exit, context }: Table): void {
  add('search <question>', 'Search the built site, as its readers do')
    .option('--explain', 'show in which fields each page has which words, and what else counts')
    .option('--limit <number>', 'pages to show', readLimit, 5)
    .option('--language <code>', "the reader's language")
    .option('--json', 'print the explained result as JSON')
    .addOption(out())
    .action(async (question: string, options) => {
      const { search } = await import('../search.ts');
      exit(await search(question, options, context));
    });
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 50) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1 to 50.');
}
