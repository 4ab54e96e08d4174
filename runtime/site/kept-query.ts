/** Characters of a query that are kept. */
const most = 200;

/**
 * A query as it is counted; undefined for one that may hold personal data or a secret: an email
 * address, a long number, a key that was pasted.
 */
export function keptQuery(query: string): string | undefined {
  const text = query.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if ([...text].length < 2 || text.length > most) return undefined;
  if (/\S@\S+\.\S/.test(text) || /\d(?:[ .-]?\d){8}/.test(text)) return undefined;
  // No word is that long, and few names in code.
  if (/[^\s/.]{41}/.test(text) || /(?:^|[^a-z])(?=[a-z]*\d)[a-z\d]{24}/.test(text))
    return undefined;
  return text;
}
