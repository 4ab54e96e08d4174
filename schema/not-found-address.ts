/**
 * Where the 404 documents of a language's folder are, below `basePath`; '' is the root. Hosts look for the
 * document; the server takes the pattern where it has pages to suggest.
 */
export function notFoundAddress(folder: string): {
  readonly document: string;
  readonly pattern: string;
} {
  if (folder === '') return { document: '404.html', pattern: '_docent/not-found.html' };
  return { document: `${folder}/404.html`, pattern: `_docent/not-found/${folder}.html` };
}
