import { createRequire } from 'node:module';
import { extname } from 'node:path';

type FastParser = typeof import('./native-parser.ts');

let loaded: FastParser | undefined;

/**
 * The parser in native code, loaded for the first text: a build in which all pages are remembered does
 * without it.
 */
export function fastParser(): FastParser {
  const file = `./native-parser${extname(import.meta.filename)}`;
  loaded ??= createRequire(import.meta.url)(file) as FastParser;
  return loaded;
}
