import type { PageChain, Web3PageData } from '../../web3/page-data.ts';

let data: Web3PageData | undefined;

/** What the page says of the site's chains. */
export function pageData(): Web3PageData {
  const text = document.querySelector('body > script.web3-data')?.textContent;
  data ??= JSON.parse(text ?? '{}') as Web3PageData;
  return data;
}

/** A word in the page's language, with its places filled. */
export function say(
  name: keyof Web3PageData['words'],
  values: Readonly<Record<string, string>> = {},
): string {
  const word = pageData().words[name];
  // In a text from right to left, a value keeps the order of its signs.
  const [start, end] = document.documentElement.dir === 'rtl' ? ['\u2066', '\u2069'] : ['', ''];
  return word.replaceAll(/\{(\w+)\}/g, (place, key: string) => {
    const value = values[key];
    return value === undefined ? place : start + value + end;
  });
}

/** A chain of `docs.json`, or any other by its number. */
export function chainWith(id: number): PageChain {
  return pageData().chains[id] ?? { name: String(id), symbol: 'ETH' };
}
