/** In addresses of a page's menu, where a site was built without its public URL. It is encoded nowhere. */
export const unknownOrigin = 'docent-origin';

/** An address with the public URL in it, wherever and however it is encoded. */
export function withOrigin(href: string, origin: string): string {
  const plain = href.replaceAll(unknownOrigin, encodeURIComponent(origin));
  const config = /([?&]config=)([\w%]+)/.exec(plain);
  if (!config) return plain;
  const [whole, name = '', value = ''] = config;
  const text = atob(decodeURIComponent(value));
  if (!text.includes(unknownOrigin)) return plain;
  const changed = encodeURIComponent(btoa(text.replaceAll(unknownOrigin, origin)));
  return plain.replace(whole, name + changed);
}
