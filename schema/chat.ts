import type { ApiCode } from './codes.ts';
import type { JsonSchema } from './json-schema.ts';

/** The tools of the assistant; agents get the same at `/mcp`. */
export const toolNames = ['search_docs', 'get_page', 'list_pages'] as const;

export type ToolName = (typeof toolNames)[number];

/** A page cited by an answer. */
export interface Citation {
  readonly path: string;
  readonly title: string;
  /** URL path of the passage, with `basePath`. */
  readonly url: string;
}

/** A passage that sentences of an answer rest on. */
export interface CitedPassage extends Citation {
  /** Number of the passage within the answer, from 1. */
  readonly number: number;
  /** Its heading; absent at the beginning of a page. */
  readonly section?: string;
  /** Markdown of the passage, or of the part of it that the answer rests on. */
  readonly text: string;
}

/** A sentence of an answer, and what it rests on. */
export interface CitedSpan {
  /** First character of the sentence, and the one after its last, in all `text` of the answer together. */
  readonly start: number;
  readonly end: number;
  /**
   * `cited`: its passages hold its words. `unsupported`: no passage that was read does. `unchecked`: the
   * passages are in another language, so words can't tell.
   */
  readonly status: 'cited' | 'unsupported' | 'unchecked';
  /** Numbers of its passages. */
  readonly passages: readonly number[];
}

/** What an answer rests on, sentence by sentence. */
export interface CitedAnswer {
  readonly passages: readonly CitedPassage[];
  readonly spans: readonly CitedSpan[];
}

/** Marks an answer that is made of quotes, as soon as it is known. */
export interface AnswerMode {
  readonly mode?: 'extractive';
}

/** One line of the stream of Send Message. */
export type ChatEvent =
  | ({
      readonly type: 'start';
      readonly conversationId: string;
      readonly messageId: string;
    } & AnswerMode)
  | {
      readonly type: 'tool_call';
      readonly tool: string;
      readonly input: unknown;
      /** Which result belongs to which call. */
      readonly callId: string;
    }
  | ({ readonly type: 'tool_result'; readonly tool: string; readonly callId: string } & ToolSummary)
  | { readonly type: 'text'; readonly content: string }
  | ({ readonly type: 'citations'; readonly sources: readonly Citation[] } & Partial<CitedAnswer> &
      AnswerMode)
  | { readonly type: 'done'; readonly tokensUsed: number; readonly estimated?: true }
  | { readonly type: 'error'; readonly code: ApiCode; readonly message: string };

/** What readers see of a tool's result. */
export type ToolSummary =
  | { readonly results: number }
  | { readonly title: string }
  | { readonly pages: number }
  | { readonly error: ApiCode };

/** A tool, as described to a model or an agent. */
export interface ChatTool {
  readonly name: ToolName;
  /** Shown to people. */
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  /** What agents get next to the text. */
  readonly output: JsonSchema;
}

/** Results of a search by default, and the maximum. */
export const searchLimit = { default: 5, max: 10 } as const;

const text = (description: string): JsonSchema => ({ type: 'string', description });
const place = {
  path: text('Path of the page, which get_page takes.'),
  title: text('Title of the page.'),
  url: text('Address of the page or section, without a host.'),
};
const output = (
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required });

/** The three tools, all of them read-only. */
export const chatTools: readonly ChatTool[] = [
  {
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      'Searches the documentation by words and by meaning. Returns the best pages, each with its best matching snippet.',
    input: {
      type: 'object',
      additionalProperties: false,
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          pattern: '\\S',
          description: 'What to look for, in words the documentation may use.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: searchLimit.max,
          description: `Number of pages (default: ${searchLimit.default}).`,
        },
      },
      required: ['query'],
    },
    output: output({
      results: {
        type: 'array',
        description: 'Pages, best first.',
        items: output({
          ...place,
          section: text('Headings of the section; empty at the beginning of a page.'),
          confidence: {
            type: 'number',
            minimum: 0,
            maximum: 1,
            description: 'How far the page answers the query.',
          },
          text: text('The best matching snippet, as Markdown.'),
        }),
      },
    }),
  },
  {
    name: 'get_page',
    title: 'Read a page',
    description:
      'Reads one page as Markdown. Takes a path from a search result or from the list of pages.',
    input: {
      type: 'object',
      additionalProperties: false,
      properties: {
        path: {
          type: 'string',
          minLength: 1,
          maxLength: 1024,
          description: 'Path of the page, such as guides/start.',
        },
      },
      required: ['path'],
    },
    output: output({ ...place, text: text('The page as Markdown.') }),
  },
  {
    name: 'list_pages',
    title: 'List the pages',
    description: 'Lists all pages in the order of the navigation: sections, titles and paths.',
    input: { type: 'object', additionalProperties: false, properties: {} },
    output: output({
      total: { type: 'integer', minimum: 0, description: 'Number of pages of the site.' },
      pages: {
        type: 'array',
        description: 'The pages of the list; of a large site, the first ones.',
        items: output(place),
      },
    }),
  },
];
