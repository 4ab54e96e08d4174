import { given } from '../../schema/given.ts';
import { notFoundAddress } from '../../schema/not-found-address.ts';
import type { Site } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import type { OutputFile } from '../output/output-file.ts';
import type { LayoutTools } from '../site/layout/tools.ts';
import { folderLanguages } from './folder-languages.ts';

/** Title and address by which the runtime finds the place of its suggestions in a 404 document. */
const suggestion = { title: 'docent:title', href: '/docent:href' } as const;

interface NotFoundInput {
  readonly site: Site;
  readonly tools: LayoutTools;
  readonly cache: Cache;
  /** Changes when what is around all documents does. */
  readonly key: string;
  /** HTML above the message, as it is when the document is asked for. */
  readonly notice?: () => string;
}

/**
 * What answers at addresses without a page, in the root and in the folder of each language: a document
 * for hosts that look for a `404.html`, and one for the server, which adds suggestions.
 */
export function notFoundDocuments(input: NotFoundInput): Pick<OutputFile, 'path' | 'content'>[] {
  const { site } = input;
  const folders = Object.entries({ '': site.language, ...folderLanguages(site) });
  return folders.flatMap(([folder, language]) => {
    const { document, pattern } = notFoundAddress(folder);
    return [
      { path: document, content: content(input, language, false) },
      { path: pattern, content: content(input, language, true) },
    ];
  });
}

function content(
  { site, tools, cache, key, notice }: NotFoundInput,
  language: string,
  suggests: boolean,
): () => Promise<string> {
  return () => {
    const above = notice?.();
    return cache.through('not-found', keyOf(key, language, suggests, above), async () => {
      const { renderNotFound } = await import('../site/layout/messages.tsx');
      const suggestions = suggests ? [suggestion] : [];
      return renderNotFound(
        site,
        { ...tools, ...given({ notice: above }) },
        { language, suggestions },
      );
    });
  };
}
