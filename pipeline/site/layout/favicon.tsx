import type { JSX } from 'preact';
import { siteAddress } from '../../../schema/address.ts';
import type { Config } from '../../../schema/config/config.ts';
import { encodeUriPart } from '../../../schema/encode-uri.ts';
import { escapeHtml } from '../../../schema/html.ts';
import { makePalette } from '../themes/palette.ts';

const made = new WeakMap<Config, JSX.Element[]>();

/** Links of the site's icon; without one, the first letter on the brand's colour. */
export function faviconLinks(config: Config): JSX.Element[] {
  // Fresh elements for every document: Preact writes into them.
  const known = made.get(config) ?? makeLinks(config);
  made.set(config, known);
  return known.map((link) => ({ ...link }));
}

function makeLinks(config: Config): JSX.Element[] {
  const { favicon } = config;
  const at = (path: string): string => siteAddress(path, config.hosting.basePath);
  if (!favicon) {
    const data = `data:image/svg+xml,${encodeUriPart(faviconSvg(config))}`;
    return [<link key="icon" rel="icon" type="image/svg+xml" href={data} />];
  }
  if (favicon.light === favicon.dark) return [<link key="i" rel="icon" href={at(favicon.light)} />];
  return (['light', 'dark'] as const).map((mode) => (
    <link
      key={mode}
      rel="icon"
      href={at(favicon[mode])}
      media={`(prefers-color-scheme: ${mode})`}
    />
  ));
}

/** The generated icon as SVG. */
export function faviconSvg(config: Config): string {
  const palette = makePalette('light', { primary: config.colors.primary });
  const [letter = 'D'] = [...config.name.trim()];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${palette.fill}"/><text x="16" y="22.5" font-family="ui-sans-serif,Segoe UI,Roboto,Arial,sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="${palette['on-fill']}">${escapeHtml(letter.toLocaleUpperCase())}</text></svg>`;
}
