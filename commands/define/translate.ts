import { InvalidArgumentError, Option } from 'commander';
import type { Price } from '../../pipeline/translate.ts';
import { out, wordList } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent translate`. */
export function defineTranslate({ add, exit, apart }: Table): void {
  add('translate [dir]', 'Translate pages into a language; the next build includes them')
    .option('--language <codes>', 'target languages, such as de or de,zh-CN', wordList)
    .addOption(
      new Option('--scope <scope>', 'translate every page without a current translation')
        .choices(['all', 'page', 'stale'])
        .default('all'),
    )
    .option('--page <path>', 'translate only this page')
    .option('--force', 'translate again even if the translation is current')
    .option('--dry-run', 'estimate the cost without translating; needs no model')
    .option('--report', 'print what is translated, what is not and why, and what it has cost')
    .addOption(
      new Option(
        '--price <input,output>',
        'prices of a million tokens, such as 0.15,0.6; adds the cost to --report',
      )
        .env('DOCENT_TRANSLATE_PRICE')
        .argParser(priceOf),
    )
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
    .action(async (dir = '.', options, command) => {
      if (!options.language && !options.report) {
        command.error("error: required option '--language <codes>' not specified");
      }
      exit(await apart({ command: 'translate', dir, options }));
    });
}

/** `0.15,0.6` → what a million tokens of requests and of answers cost. */
function priceOf(text: string): Price {
  const [, input, output] =
    /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(text.replaceAll(' ', '')) ?? [];
  if (input === undefined || output === undefined) {
    throw new InvalidArgumentError('Expected two prices of a million tokens, such as 0.15,0.6.');
  }
  return { input: Number(input), output: Number(output) };
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
