/**
 * A copy of plain data with strings of its own. One that was cut out of a text keeps the whole text in
 * memory: of a large site, a title of each page would keep all pages.
 */
export function ownStrings<T>(data: T): T {
  return JSON.parse(JSON.stringify(data));
}
