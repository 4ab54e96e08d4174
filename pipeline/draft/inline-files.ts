import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteAddress } from '../../schema/address.ts';
import type { Site } from '../../schema/site.ts';
import { typeOf } from '../output/types.ts';
import { findAsset } from '../site/addresses.ts';
import type { ShellFile } from '../site/layout/tools.ts';

/** Bytes of pictures and fonts in one document, each as often as it is shown; what is above is left out. */
const most = { file: 2_000_000, all: 6_000_000 } as const;

/** The files that documents of a site name. */
interface SiteFiles {
  readonly site: Site;
  /** Folder of the sources. */
  readonly dir: string;
  /** Those that no file of the folder is. */
  readonly made: readonly ShellFile[];
}

/**
 * A document that needs nothing but itself: style sheets, pictures and fonts of the site are in it. What other hosts
 * have is still named, and a frame without a way to them does not load it.
 */
export function inlineFiles(html: string, files: SiteFiles): string {
  const contentOf = contentReader(files);
  const data = dataReader(contentOf);
  const sheets = html.replace(sheetLink, (_tag, href: string) => {
    const path = pathOf(decodeAttribute(href), '', files.site);
    const css = path && contentOf(path)?.toString('utf8');
    if (!path || css === undefined) return '';
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const whole = css.replace(cssUrl, (written, _quote, address: string) => {
      const found = data(pathOf(address, folder, files.site));
      return found === undefined ? written : `url("${found}")`;
    });
    // A closing tag would end the element, wherever in the sheet it is.
    return `<style>${whole.replaceAll(/<\/style/gi, '<\\/style')}</style>`;
  });
  const at = (address: string) => data(pathOf(decodeAttribute(address), '', files.site)) ?? address;
  return sheets.replace(mediaTag, (tag) =>
    tag.replace(mediaAddress, (_all, before: string, name: string, value: string) => {
      const next = name === 'srcset' ? value.replace(candidate, at) : at(value);
      return `${before}${name}="${next}"`;
    }),
  );
}

/** As documents of a site have them: see `Head`. */
const sheetLink = /<link rel="stylesheet" href="([^"]*)"\s*\/?>/g;
const mediaTag = /<(?:img|source|video|audio)\b(?:[^"<>]|"[^"]*")*>/g;
const mediaAddress = /(\s)(src|srcset|poster)="([^"]*)"/g;
/** The addresses of a `srcset`, without what their size is. */
const candidate = /(?<=^\s*|,\s+)[^\s,]+/g;
const cssUrl = /url\(\s*(["']?)([^"')\s]+)\1\s*\)/g;

/** Path of a file of the site by its address; undefined for one of another host. */
function pathOf(address: string, folder: string, site: Site): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return undefined;
  const [plain = ''] = address.split(/[?#]/, 1);
  const { basePath } = site.config.hosting;
  if (!plain.startsWith('/')) return folder + plain.replace(/^(?:\.\/)+/, '');
  return siteAddress(plain, basePath).slice(basePath.length + 1);
}

/** The content of a file by its path. No path is one of the disk: only what the site lists is read. */
function contentReader({ site, dir, made }: SiteFiles): (path: string) => Buffer | undefined {
  const own = new Map(made.map(({ path, content }) => [path, content]));
  return (path) => {
    const content = own.get(path);
    if (content !== undefined) return Buffer.from(content);
    const asset = findAsset(path, site);
    if (asset === undefined) return undefined;
    try {
      return readFileSync(join(dir, asset));
    } catch {
      // Gone meanwhile.
      return undefined;
    }
  };
}

/** A file as an address that holds it, as long as there is room. */
function dataReader(
  contentOf: ReturnType<typeof contentReader>,
): (path: string | undefined) => string | undefined {
  const known = new Map<string, Buffer | undefined>();
  let room: number = most.all;
  return (path) => {
    if (path === undefined) return undefined;
    const content = known.has(path) ? known.get(path) : contentOf(path);
    const isSmall = content && content.byteLength <= Math.min(room, most.file);
    known.set(path, isSmall ? content : undefined);
    if (!isSmall) return undefined;
    room -= content.byteLength;
    const type = typeOf(path).replaceAll(/\s/g, '');
    return `data:${type};base64,${content.toString('base64')}`;
  };
}

function decodeAttribute(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
