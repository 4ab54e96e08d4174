import { useState } from 'preact/hooks';
import { escapeHtml } from '../../../../schema/html.ts';
import { isExternal, isSafeAddress } from '../../addresses.ts';
import type { PageContext } from '../../components/page-context.ts';
import type { Drawing } from '../../find-icon.ts';
import { iconMarkup } from '../../icon-markup.ts';

/** What a site's components need to be drawn in a browser. */
export interface DrawnSite {
  readonly basePath: string;
  /** Icons that the code of the site names, by style and name: `solid rocket`, ` rocket` without a style. */
  readonly icons: Readonly<Record<string, Drawing>>;
  /** Words of the components, by language; English ones where a page has another. */
  readonly labels: Readonly<Record<string, Partial<PageContext['labels']>>>;
  /** Languages of code that the code of the site names, as people call them. */
  readonly languages: Readonly<Record<string, string>>;
}

/** What the components in `drawable.ts` ask of a page. */
type Asked = Pick<
  PageContext,
  | 'link'
  | 'isExternal'
  | 'isColor'
  | 'icon'
  | 'code'
  | 'languageLabel'
  | 'words'
  | 'markdown'
  | 'partId'
  | 'uniqueId'
  | 'feature'
  | 'report'
> & { readonly labels: Partial<PageContext['labels']> };

/** The page in the browser: what components ask of it can be answered there. */
export function browserPage(site: DrawnSite): PageContext {
  const isColor = (text: string) => CSS.supports('color', text);
  const link = (url: string) => addressOf(url.trim(), site.basePath);
  const page: Asked = {
    labels: { ...site.labels.en, ...site.labels[document.documentElement.lang] },
    link,
    isExternal,
    isColor,
    icon: (icon, options = {}) =>
      iconMarkup(icon, options, {
        link,
        isColor,
        feature() {},
        find: (name) => site.icons[`${options.type ?? ''} ${name}`] ?? site.icons[` ${name}`],
      }),
    // Colours would need the highlighter, which is many times the size of all else.
    code: ({ written }) => ({ html: escapeHtml(written.code), notation: written }),
    languageLabel: (language) => site.languages[language] ?? language,
    words: (text) => text,
    markdown: (text) => text,
    // Any other id may be taken: of what a build knows, and of what code draws later.
    partId: (_text, wanted) => wanted ?? '',
    uniqueId: (prefix) => `${prefix}-drawn-${useOwnNumber()}`,
    feature() {},
    report() {},
  };
  return page as unknown as PageContext;
}

let numbers = 0;

/** A number that a component keeps as long as it is shown. */
function useOwnNumber(): number {
  return useState(() => ++numbers)[0];
}

/** An address as authors write it: below the base path, or relative to the page. */
function addressOf(url: string, basePath: string): string {
  if (url === '' || url.startsWith('#')) return url;
  if (isExternal(url)) return isSafeAddress(url) ? url : '#';
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const plain = path.replace(/\.mdx?$/, '').replace(/(^|\/)index$/, '$1') + tail;
  if (!path.startsWith('/')) return new URL(plain, pageAddress()).href;
  const isBelow = path === basePath || path.startsWith(`${basePath}/`);
  return isBelow ? plain : basePath + plain;
}

/** Addresses in a page are relative to the folder of its file. */
function pageAddress(): string {
  return location.origin + location.pathname.replace(/\/$/, '');
}
