import { hash as digest } from 'node:crypto';
import type { Config } from '../../schema/config/config.ts';
import { publicOnly } from '../../schema/network.ts';
import type { HostedFonts } from '../../schema/site.ts';
import type { Cache } from '../cache/cache.ts';
import type { FetchOptions } from '../net/fetch.ts';
import { fontSources, isFontFile } from '../site/themes/fonts.ts';

type FontFile = HostedFonts['files'][number];

/** Copies of one source: the first file is the one to link. */
interface Copy {
  readonly at: number;
  readonly files: readonly { readonly path: string; readonly base64: string }[];
}

/** Fetches a file; `fetchBytes` of `fetch.ts`, or a stand-in in tests. */
export type FetchFile = (
  url: string,
  options: FetchOptions,
) => Promise<{ readonly bytes: Uint8Array; readonly url: string }>;

/** A copy younger than this is used unchanged; an older one only if its host can't be reached. */
const freshness = 24 * 60 * 60 * 1000;
const limits = { sheet: 512 * 1024, font: 5 * 1024 * 1024, all: 25 * 1024 * 1024, files: 400 };
/** Files asked for at once, and how long one may take in milliseconds. */
const atOnce = 8;
const timeout = 10_000;

// Hosts of fonts send the small format only to a browser that they know to read it.
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** Copies the fonts that `fonts.*.source` names on other hosts; those that fail are left out. */
export async function fetchFonts(
  config: Config,
  options: {
    readonly cache: Cache;
    readonly now?: number;
    readonly fetchFile?: FetchFile;
    /** Whether a source may be read; others are left out. */
    readonly mayRead?: (source: string) => boolean;
  },
): Promise<HostedFonts> {
  const now = options.now ?? Date.now();
  const sources: Record<string, string> = {};
  const files = new Map<string, FontFile>();
  for (const source of new Set(fontSources(config))) {
    if (!/^https?:/i.test(source) || options.mayRead?.(source) === false) continue;
    const copy = await copyOf(source, { ...options, now });
    const [main] = copy?.files ?? [];
    if (!copy || !main) continue;
    sources[source] = `/${main.path}`;
    for (const { path, base64 } of copy.files) {
      files.set(path, { path, content: new Uint8Array(Buffer.from(base64, 'base64')) });
    }
  }
  return { sources, files: [...files.values()] };
}

/** Source → when its host could not be reached: `docent dev` builds on every change of a page. */
const failed = new Map<string, number>();
const patience = 60_000;

async function copyOf(
  source: string,
  options: { readonly cache: Cache; readonly now: number; readonly fetchFile?: FetchFile },
): Promise<Copy | undefined> {
  const { cache, now } = options;
  const kept = cache.get<Copy>('fonts', source);
  if (kept && now - kept.at < freshness) return kept;
  if (now - (failed.get(source) ?? Number.NEGATIVE_INFINITY) < patience) return kept;
  try {
    const fetchFile = options.fetchFile ?? (await import('../net/fetch.ts')).fetchBytes;
    const files = isFontFile(source)
      ? [await copyFont(source, fetchFile)]
      : await copySheet(source, fetchFile);
    const copy: Copy = {
      at: now,
      files: files.map(({ path, content }) => ({
        path,
        base64: Buffer.from(content).toString('base64'),
      })),
    };
    cache.set('fonts', source, copy);
    return copy;
  } catch {
    failed.set(source, now);
    return kept;
  }
}

async function copyFont(url: string, fetchFile: FetchFile): Promise<FontFile> {
  const { bytes } = await fetchFile(url, request(limits.font));
  const extension = fontExtension(bytes);
  if (!extension) throw new Error(`${url} is not a font`);
  return { path: pathOf(bytes, extension), content: bytes };
}

/** A style sheet of fonts, with URLs pointing at copies next to it. */
async function copySheet(url: string, fetchFile: FetchFile): Promise<readonly FontFile[]> {
  const sheet = await fetchFile(url, request(limits.sheet));
  const text = new TextDecoder('utf-8', { fatal: true }).decode(sheet.bytes);
  if (/@import|<\/style/i.test(text)) throw new Error(`${url} imports other style sheets`);
  const addresses = new Set<string>();
  for (const { 2: address = '' } of text.matchAll(reference)) {
    if (!address.startsWith('data:')) addresses.add(address);
  }
  if (addresses.size > limits.files) throw new Error(`${url} refers to too many files`);
  const fonts = new Map<string, FontFile>();
  const waiting = [...addresses];
  let size = 0;
  const copyNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const font = await copyFont(new URL(next, sheet.url).href, fetchFile);
      size += font.content.length;
      if (size > limits.all) throw new Error(`${url} refers to files that are too large`);
      fonts.set(next, font);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyNext));
  const content = text.replace(reference, (written, _quote, address: string) => {
    const font = fonts.get(address);
    return font ? `url("${font.path.replace(/^.*\//, '')}")` : written;
  });
  return [{ path: pathOf(content, 'css'), content }, ...fonts.values()];
}

const reference = /url\(\s*(["']?)([^"')\s]+)\1\s*\)/gi;

function request(maxBytes: number): FetchOptions {
  return { policy: publicOnly, maxBytes, timeout, headers: { 'user-agent': browser } };
}

function pathOf(content: string | Uint8Array, extension: string): string {
  const hash = digest('sha256', content, 'hex').slice(0, 16);
  return `_docent/fonts/${hash}.${extension}`;
}

/** What a file is by its first bytes; a host's error page is no font. */
function fontExtension(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (mark === 'wOF2') return 'woff2';
  if (mark === 'wOFF') return 'woff';
  if (mark === 'OTTO') return 'otf';
  return mark === '\0\u0001\0\0' || mark === 'true' ? 'ttf' : undefined;
}
