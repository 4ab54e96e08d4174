import { InvalidArgumentError } from 'commander';
import { calling, wordList } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent listen`. */
export function defineListen({ add, exit, context }: Table): void {
  calling(
    add('listen', 'Send the events of a server, or of docent dev, to an address on this machine'),
  )
    .requiredOption('--forward <url>', 'receiver of the events, such as http://localhost:8080')
    .option('--events <types...>', 'only events of these types (default: all)', wordList)
    .option('--after <id>', 'start after this event (default: only new events)')
    .option('--secret <secret>', 'secret to sign with (default: a new one, printed)')
    .option('--interval <seconds>', 'time between two requests for new events', readSeconds, 2)
    .option('--json', 'print each delivery as a line of JSON')
    .action(async (options) => {
      const { listen } = await import('../listen.ts');
      exit(await listen(options, context));
    });
}

function readSeconds(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number >= 0.1 && number <= 3600) return number;
  throw new InvalidArgumentError('Expected a number of seconds from 0.1 to 3600.');
}
