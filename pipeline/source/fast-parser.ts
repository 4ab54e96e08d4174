import { createRequire } from 'node:module';

type FastParser = Pick<typeof import('satteri'), 'markdownToMdast' | 'mdxToMdast'>;

let loaded: FastParser | undefined;

/**
 * The parser in native code, loaded for the first text: a build in which all pages are remembered does
 * without it.
 */
export function fastParser(): FastParser {
  loaded ??= createRequire(import.meta.url)('satteri') as FastParser;
  return loaded;
}
