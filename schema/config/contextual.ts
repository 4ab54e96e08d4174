import type { JsonSchema } from '../json-schema.ts';
import { choice, icon, list, object, text } from './field.ts';
/** An entry of the page menu. */
export type ContextualOption =
  | 'copy'
  | 'view'
  | 'chatgpt'
  | 'claude'
  | 'perplexity'
  | 'mcp'
  | 'cursor'
  | 'vscode'
  | {
      readonly title: string;
      readonly description: string;
      readonly icon?: string;
      readonly href: string | { readonly base: string; readonly query: unknown };
    };

export interface Contextual {
  readonly options: readonly ContextualOption[];
}

/** The built-in entries. */
export const contextualOptions = [
  'copy',
  'view',
  'chatgpt',
  'claude',
  'perplexity',
  'mcp',
  'cursor',
  'vscode',
] as const;

/** Schema of `contextual`. */
export const contextualSchema: JsonSchema = object(
  'The menu next to the title of a page.',
  {
    options: list(
      'Entries, in order.',
      {
        examples: ['copy', 'view'],
        anyOf: [
          choice('A built-in entry.', contextualOptions),
          object(
            'A custom entry.',
            {
              title: text('Its title.', { minLength: 1 }),
              description: text('A line below the title.'),
              icon,
              href: {
                description:
                  'Link target. In `query`, `$page`, `$path` and `$mdx` are replaced by the URL and path of the page and the URL of its Markdown, `$mcp` by the address for agents.',
                anyOf: [
                  text('URL.', { minLength: 1 }),
                  object(
                    'Base and query.',
                    {
                      base: text('URL without query.', { minLength: 1 }),
                      query: {
                        description:
                          'Query as a string, an object or a list of key and value pairs.',
                        type: ['string', 'object', 'array'],
                        examples: ['q=$page', { q: 'Read $page' }],
                      },
                    },
                    { required: ['base', 'query'] },
                  ),
                ],
              },
            },
            { required: ['title', 'description', 'href'] },
          ),
        ],
      },
      { examples: [['copy', 'view', 'chatgpt', 'claude']] },
    ),
  },
  { required: ['options'] },
);

/** `contextual` as written; it has no defaults. */
export function readContextual(written: Partial<Contextual>): Contextual {
  return { options: written.options ?? [] };
}
