import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../../pipeline/output/read.ts';
import { matchRedirect } from '../../../schema/redirect.ts';
import type { BuiltSite } from '../../support/build.ts';

/** What a built page is held against. */
export interface BuiltPage {
  readonly html: string;
  /** Language and direction that the document says. */
  readonly language: string;
  /** All ids of the document, in order, without those that only lead to another. */
  readonly ids: readonly string[];
  /** Addresses inside the article, in order. */
  readonly links: readonly string[];
}

/** The documents of a deployment as a browser would find them. */
export interface BuiltPages {
  page(path: string): BuiltPage;
  /** Why a URL of this site is broken; undefined if it works or is external. */
  faultOf(address: string, from: string): string | undefined;
}

/** Opens the pages of a deployment. */
export function readBuiltPages({ out, site = '', deployment }: BuiltSite): BuiltPages {
  const manifest = readManifest(out, deployment?.id ?? '');
  if (!manifest) throw new Error(`Nothing was built in ${out}`);
  const read = new Map<string, BuiltPage & { readonly targets: ReadonlySet<string> }>();
  const open = (file: string) => {
    let known = read.get(file);
    if (known === undefined) {
      const html = readFileSync(join(site, file), 'utf8');
      const targets = attributesOf(html, 'id');
      const aliases = new Set([...html.matchAll(aliasTag)].map(([, id]) => decode(id ?? '')));
      known = {
        html,
        ids: targets.filter((id) => !aliases.has(id)),
        links: attributesOf(articleOf(html), 'href'),
        language: /<html lang="([^"]*)"/.exec(html)?.[1] ?? '',
        targets: new Set(targets),
      };
      read.set(file, known);
    }
    return known;
  };
  const fileOf = (path: string): string | undefined => {
    const key = path.replace(/^\/|\/$/g, '');
    return manifest.files[key]?.path ?? manifest.files[`/${key}`]?.path;
  };
  return {
    page: (path) => open(join(path.replace(/(^|\/)index$/, ''), 'index.html')),
    faultOf: (address, from) => {
      if (!/^[/#]/.test(address) || address.startsWith('//')) return undefined;
      const [written = '', fragment = ''] = address.split('#', 2);
      let path = written === '' ? `/${from}` : decodeURI(written.replace(/\?.*$/, ''));
      let anchor = fragment;
      for (let hop = 0; hop < 5; hop++) {
        const moved = matchRedirect(manifest.redirects, path);
        if (moved === undefined) break;
        if (!moved.destination.startsWith('/')) return undefined;
        const [next = '', after] = moved.destination.split('#', 2);
        path = next;
        anchor = after ?? anchor;
      }
      const file = fileOf(path === '/' ? (manifest.home ?? 'index') : path);
      if (file === undefined) return `${address}: no file answers ${path}`;
      if (anchor === '' || !file.endsWith('.html')) return undefined;
      const id = decodeURIComponent(anchor);
      return open(file).targets.has(id) ? undefined : `${address}: ${file} has no id ${id}`;
    },
  };
}

const aliasTag = /<span class="dc-alias" id="([^"]*)">/g;

const tag = /<[a-zA-Z][^\s>/]*((?:\s+[^\s"=>/]+(?:="[^"]*")?)*)\s*\/?>/g;

function attributesOf(html: string, name: string): string[] {
  const bare = html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  const own = new RegExp(`\\s${name}="([^"]*)"`);
  return [...bare.matchAll(tag)].flatMap(([, attributes = '']) => {
    const value = own.exec(attributes)?.[1];
    return value === undefined ? [] : [decode(value)];
  });
}

function decode(value: string): string {
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
}

function articleOf(html: string): string {
  const start = html.indexOf('class="mdx-content');
  return start < 0 ? '' : html.slice(start, html.indexOf('</main>', start));
}
