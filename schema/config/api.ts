import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, list, object, text } from './field.ts';
import { usualSampleLanguages } from './sample-languages.ts';
import type { Written } from './written.ts';

/** Descriptions of an API, as a site names them. */
export type OpenApiReference =
  | string
  | readonly string[]
  | { readonly source: string; readonly directory?: string };

/** API reference pages. */
export interface Api {
  readonly openapi?: OpenApiReference;
  readonly asyncapi?: OpenApiReference;
  readonly playground: {
    readonly display: 'interactive' | 'simple' | 'none';
    readonly proxy: boolean;
  };
  readonly mdx: {
    readonly auth: {
      readonly method?: 'bearer' | 'basic' | 'api_key' | 'oauth2';
      readonly name?: string;
      readonly oauth2AuthUrl?: string;
      readonly oauth2TokenUrl?: string;
      readonly oauth2ClientId?: string;
      readonly oauth2Scopes?: string;
    };
    readonly server: readonly string[];
  };
  readonly params: { readonly expanded: 'all' | 'closed' };
  readonly examples: {
    /** Languages of the generated samples, in order. */
    readonly languages: readonly string[];
    readonly defaults?: 'required' | 'all';
    readonly prefill: boolean;
  };
}

const descriptionSource = (kind: string) =>
  text(`Path in the repository or URL of an ${kind} description.`, { minLength: 1 });

/** Schema of a reference to API descriptions: one, several, or one with a folder for its pages. */
export function descriptionSchema(kind: 'OpenAPI' | 'AsyncAPI'): JsonSchema {
  return {
    description: `${kind} description: path or URL, a list of them, or a source with a folder.`,
    examples: ['openapi.json', ['users.yaml', 'orders.yaml']],
    anyOf: [
      descriptionSource(kind),
      list(`Several ${kind} descriptions.`, descriptionSource(kind), { minItems: 1 }),
      object(
        'A source and the folder for its pages.',
        {
          source: descriptionSource(kind),
          directory: text('Folder of the generated pages.', { examples: ['api-reference'] }),
        },
        { required: ['source'] },
      ),
    ],
  };
}

/** Schema of `api`. */
export const apiSchema: JsonSchema = object('API reference pages and their playground.', {
  openapi: descriptionSchema('OpenAPI'),
  asyncapi: descriptionSchema('AsyncAPI'),
  playground: object('The form that sends requests from the page.', {
    display: choice(
      'Shows the whole form, only the request line, or nothing.',
      ['interactive', 'simple', 'none'],
      { default: 'interactive' },
    ),
    proxy: flag('Sends requests through the server, to avoid CORS errors.', {
      default: true,
    }),
  }),
  mdx: object('Endpoints written by hand in MDX.', {
    auth: object('How requests authenticate.', {
      method: choice('Type of authentication.', ['bearer', 'basic', 'api_key', 'oauth2']),
      name: text('Name of the header or parameter.', { examples: ['X-API-Key'] }),
      oauth2AuthUrl: text('Authorization URL, for `oauth2`.', { format: 'web-url' }),
      oauth2TokenUrl: text('Token URL, for `oauth2`.', { format: 'web-url' }),
      oauth2ClientId: text('Public client id, for `oauth2`.'),
      oauth2Scopes: text('Scopes, separated by spaces, for `oauth2`.', {
        examples: ['read write'],
      }),
    }),
    server: {
      description: 'Base URL of the API, or several.',
      examples: ['https://api.example.com'],
      anyOf: [text('Base URL.'), list('Base URLs.', text('Base URL.'))],
    },
  }),
  params: object('Parameter lists.', {
    expanded: choice('Whether nested parameters start open.', ['all', 'closed'], {
      default: 'closed',
    }),
  }),
  examples: object('Generated request samples.', {
    languages: list('Languages of the samples, in order.', text('Language.'), {
      default: [...usualSampleLanguages],
      examples: [['curl', 'python']],
    }),
    defaults: choice(
      'Parameters and fields in samples: only the required ones, or all; without it, all fields, and of the parameters also the optional ones with an example.',
      ['required', 'all'],
    ),
    prefill: flag('Fills the playground with the examples of the description.', {
      default: true,
    }),
  }),
});

/** `api` with its defaults; one server becomes a list of one. */
export function readApi(
  written: Omit<Written<Api>, 'openapi' | 'asyncapi' | 'mdx'> & {
    readonly openapi?: OpenApiReference;
    readonly asyncapi?: OpenApiReference;
    readonly mdx?: {
      readonly auth?: Api['mdx']['auth'];
      readonly server?: string | readonly string[];
    };
  } = {},
): Api {
  const server = written.mdx?.server ?? [];
  return given({
    openapi: written.openapi,
    asyncapi: written.asyncapi,
    playground: {
      display: written.playground?.display ?? 'interactive',
      proxy: written.playground?.proxy ?? true,
    },
    mdx: {
      auth: written.mdx?.auth ?? {},
      server: typeof server === 'string' ? [server] : server,
    },
    params: { expanded: written.params?.expanded ?? 'closed' },
    examples: given({
      languages: written.examples?.languages ?? usualSampleLanguages,
      defaults: written.examples?.defaults,
      prefill: written.examples?.prefill ?? true,
    }),
  });
}
