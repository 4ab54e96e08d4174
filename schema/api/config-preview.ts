import type { JsonSchema } from '../json-schema.ts';
import { body, exactly, named } from './shapes.ts';

/** Body of Preview configuration. */
export interface ConfigPreviewBody {
  readonly configJson: string;
  readonly pagePath?: string;
}

const pagePath: JsonSchema = {
  type: 'string',
  description: 'Path of the page.',
  examples: ['guides/deploy'],
};

export const configPreviewBody = named(
  'ConfigPreview',
  body(
    'What to try, and on which page.',
    {
      configJson: {
        type: 'string',
        also: { contentMediaType: 'application/json' },
        description: 'A text of `docs.json`, at most 1 MB. It is not saved.',
        examples: ['{"name":"Acme Docs"}'],
      },
      pagePath: {
        ...pagePath,
        maxLength: 1000,
        description:
          'Path of the page, or its address below `hosting.basePath`. By default, the first page of the site.',
      },
    },
    ['configJson'],
  ),
);

/** Response of Preview configuration. */
export const configPreview = named(
  'PreviewedPage',
  exactly('The page.', {
    pagePath,
    title: { type: 'string', description: 'Title of the page.', examples: ['Deploy a site'] },
    basePath: {
      type: 'string',
      description: 'Where addresses of the site begin, by the text that is tried.',
      examples: ['/docs'],
    },
    html: {
      type: 'string',
      description:
        'The document, with styles, pictures and fonts of the site in it. It has what authors have written: show it in a sandbox.',
      examples: ['<!doctype html><html lang="en">…</html>'],
    },
  }),
);
