import type { SiteReader } from '../../pipeline/output/read.ts';

/** The language of an address, and its folder; '' for the language that the site is written in. */
export interface AddressLanguage {
  readonly language: string;
  readonly folder: string;
}

/**
 * The language whose folder an address is in, decoded and with `basePath`. Whether there is a page doesn't
 * matter: nothing of protected ones is revealed.
 */
export function languageOf(site: SiteReader, address: string): AddressLanguage {
  const { basePath, sourceLanguage } = site.deployment;
  let found: AddressLanguage = { language: sourceLanguage, folder: '' };
  for (const [folder, language] of Object.entries(site.routes.folders ?? {})) {
    const start = `${basePath}/${folder}`;
    if (folder.length <= found.folder.length || !address.startsWith(start)) continue;
    if (/^(?:[/?#]|$)/.test(address.slice(start.length))) found = { language, folder };
  }
  return found;
}
