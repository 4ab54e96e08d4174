import type { ComponentChildren, JSX } from 'preact';
import { isExternalAddress } from '../../../schema/address.ts';
import { languages } from '../../../schema/languages.ts';
import type { NavContainer, NavNode } from '../../../schema/site.ts';
import { Glyph } from './glyph.tsx';
import { Html, inlineMarkdown } from './markup.tsx';
import { shortHash } from './short-hash.ts';
import { firstPages, leavesOf, type View } from './view.ts';

/** The bar at the top: logo, search, links, button, languages, mode; and the row of tabs. */
export function Header({ view }: { view: View }): JSX.Element {
  const { config, tools, labels } = view;
  const { links, primary } = config.navbar;
  return (
    <header class="header navbar">
      <div class="header-bar">
        <Logo view={view} />
        {tools.search && <SearchButton view={view} />}
        <div class="header-end">
          {links.length > 0 && (
            <ul class="header-links">
              {links.map((item) => (
                <li key={item.href}>
                  <a class="navbar-link" href={view.link(item.href)} {...external(item.href)}>
                    {item.icon && <Html class="icon" html={view.icon(item.icon)} />}
                    {item.label}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <LanguageMenu view={view} />
          {primary && (
            <a
              class="button header-primary"
              href={view.link(primary.href)}
              {...external(primary.href)}
            >
              {primary.type === 'github' && (
                <Html
                  class="icon"
                  html={view.icon('github', { library: 'fontawesome', type: 'brands', size: 16 })}
                />
              )}
              {primary.label}
            </a>
          )}
          {!config.appearance.strict && (
            <button
              type="button"
              class="icon-button mode-toggle needs-js"
              data-to-dark={labels.dark}
              data-to-light={labels.light}
              aria-label={labels.dark}
            >
              <Glyph name="moon" size={18} />
              <Glyph name="sun" size={18} />
            </button>
          )}
        </div>
      </div>
      <Tabs view={view} />
    </header>
  );
}

/** Attributes of a link that leaves the site. */
export function external(href: string): { target?: '_blank'; rel?: string } {
  return /^(https?:)?\/\//i.test(href) ? { target: '_blank', rel: 'noreferrer' } : {};
}

function Logo({ view }: { view: View }): JSX.Element {
  const { logo, name } = view.config;
  const home = homeOf(view);
  const href = logo?.href ? view.link(logo.href) : home;
  const image = (path: string, mode: '' | 'only-light' | 'only-dark'): JSX.Element => {
    const asset = view.site.assets.get(path.replace(/^\//, ''));
    const size =
      asset?.width && asset.height
        ? { width: Math.round((asset.width / asset.height) * 28), height: 28 }
        : { height: 28 };
    return (
      <img
        class={`logo-image ${mode}`.trim()}
        src={view.link(path)}
        alt={logo?.label ? '' : (logo?.alt ?? name)}
        {...size}
      />
    );
  };
  const light = logo?.light;
  const dark = logo?.dark ?? light;
  return (
    <a class="logo nav-logo" href={href}>
      {light && (light === dark || !dark) && image(light, '')}
      {light && dark && light !== dark && [image(light, 'only-light'), image(dark, 'only-dark')]}
      {logo?.label ? (
        <span class="logo-text">{logo.label}</span>
      ) : (
        !light && <span class="logo-text">{name}</span>
      )}
    </a>
  );
}

/** The site's start in the page's language. */
export function homeOf(view: View): string {
  if (view.language === view.site.language) return view.base || '/';
  const first = firstPages(view.site).get(view.language);
  return first === undefined ? view.base || '/' : view.address(first);
}

function SearchButton({ view }: { view: View }): JSX.Element {
  const { prompt, hotkey } = view.config.search;
  return (
    <button
      type="button"
      class="search-button needs-js"
      data-hotkey={hotkey}
      aria-label={view.labels.search}
    >
      <Glyph name="search" size={16} />
      <span class="search-prompt" dir="auto">
        {prompt}
      </span>
      <kbd class="search-key" dir="ltr">
        Ctrl {hotkey.toUpperCase()}
      </kbd>
    </button>
  );
}

/** The containers of one level among which the page's branch is chosen, hidden ones left out. */
export function choicesOf(
  view: View,
  kind: NavContainer['kind'],
): { readonly current?: NavContainer; readonly items: readonly NavContainer[] } {
  const at = view.containers.findIndex((item) => item.kind === kind);
  const current = view.containers[at];
  const parent =
    at > 0
      ? view.containers[at - 1]
      : [...view.containers].reverse().find((item) => item.children.some((c) => isKind(c, kind)));
  const items = (parent?.children ?? []).filter(
    (node): node is NavContainer => isKind(node, kind) && (!node.hidden || node === current),
  );
  return { ...(current ? { current } : {}), items };
}

function isKind(node: NavNode, kind: NavContainer['kind']): node is NavContainer {
  return node.type === 'container' && node.kind === kind;
}

/** Where a click on a container leads. */
export function targetOf(view: View, item: NavContainer): string | undefined {
  if (item.href) return view.link(item.href);
  if (item.opens) return view.address(item.opens);
  const [leaf] = leavesOf(item);
  return leaf === undefined ? undefined : view.address(leaf);
}

/** The row of tabs below the bar, and as first rows of the drawer. */
export function Tabs({ view }: { view: View }): JSX.Element | null {
  const { current, items } = choicesOf(view, 'tab');
  if (items.length < 2 && !items.some((item) => item.href)) return null;
  return (
    <nav class="tabs-row nav-tabs" aria-label={view.labels.sections}>
      <ul>
        {items.map((item) => (
          <TabItem key={item.label} view={view} item={item} current={item === current} />
        ))}
      </ul>
    </nav>
  );
}

function TabItem({
  view,
  item,
  current,
}: {
  view: View;
  item: NavContainer;
  current: boolean;
}): JSX.Element | null {
  const menu = item.children.filter(
    (node): node is NavContainer => isKind(node, 'menu') && !node.hidden,
  );
  const label: ComponentChildren = (
    <>
      {item.icon && <Html class="icon" html={view.icon(item.icon, iconOptions(item))} />}
      {item.label}
    </>
  );
  if (menu.length > 0)
    return (
      <li>
        <details class="menu" name="tabs-menu">
          <summary class={`tab-link${current ? ' current' : ''}`}>
            {label}
            <Glyph name="down" size={14} />
          </summary>
          <ul class="menu-list">
            {menu.map((entry) => (
              <MenuRow
                key={entry.label}
                view={view}
                label={entry.label}
                href={targetOf(view, entry)}
                note={entry.description}
                current={view.containers.includes(entry)}
              />
            ))}
          </ul>
        </details>
      </li>
    );
  const href = targetOf(view, item);
  if (!href) return null;
  return (
    <li>
      <a
        class="tab-link"
        href={href}
        {...(current ? { 'aria-current': 'true' as const } : {})}
        {...(isExternalAddress(href) ? external(href) : {})}
        {...(item.landing || item.href ? {} : { 'data-tab': tabKey(view, item) })}
      >
        {label}
      </a>
    </li>
  );
}

/** What a reader's last page of a tab is remembered under (S3-21). */
export function tabKey(view: View, item: NavContainer): string {
  return shortHash(
    [...view.containers.slice(1).map((c) => (c.kind === 'tab' ? '' : c.label)), item.label].join(
      '/',
    ),
  );
}

function iconOptions(node: { readonly iconType?: string }): { type?: string } {
  return node.iconType ? { type: node.iconType } : {};
}

/** A row of a menu, or nothing when it leads nowhere. */
export function MenuRow(props: {
  view: View;
  label: string;
  href: string | undefined;
  note?: string | undefined;
  current?: boolean;
  language?: string;
  icon?: string;
}): JSX.Element | null {
  const { label, href, note, current, language, view } = props;
  if (!href) return null;
  return (
    <li>
      <a
        class="menu-row"
        href={href}
        {...(current ? { 'aria-current': 'true' as const } : {})}
        {...(language ? { hreflang: language } : {})}
        {...external(href)}
      >
        {props.icon && <Html class="icon" html={view.icon(props.icon)} />}
        <span {...(language ? { lang: language, dir: 'auto' as const } : {})}>
          {label}
          {note && <small>{note}</small>}
        </span>
      </a>
    </li>
  );
}

const ownNames = new Map<string, string>();

/** A language's name in itself: `Français`. */
export function languageName(code: string): string {
  const known = ownNames.get(code);
  if (known) return known;
  let name = languages[code as keyof typeof languages] ?? code;
  try {
    const own = new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code);
    if (own) name = own.charAt(0).toLocaleUpperCase(code) + own.slice(1);
  } catch {
    // Not a code that this machine knows: the table's name, or the code itself.
  }
  ownNames.set(code, name);
  return name;
}

function LanguageMenu({ view }: { view: View }): JSX.Element | null {
  const { items } = choicesOf(view, 'language');
  const rows = new Map<string, { label: string; href: string | undefined }>();
  for (const item of items) {
    const code = item.language?.code ?? '';
    const same = view.alternates.get(code);
    rows.set(code, {
      label: item.label || languageName(code),
      href: same ? view.address(same) : targetOf(view, item),
    });
  }
  if (rows.size === 0)
    for (const [code, path] of view.alternates)
      rows.set(code, { label: languageName(code), href: view.address(path) });
  if (rows.size < 2) return null;
  const own = rows.get(view.language)?.label ?? languageName(view.language);
  return (
    <details class="menu language-menu">
      <summary class="menu-button" aria-label={`${view.labels.language}: ${own}`}>
        <Glyph name="globe" size={17} />
        <span class="menu-label">{own}</span>
        <Glyph name="down" size={14} />
      </summary>
      <ul class="menu-list menu-end">
        {[...rows].map(([code, row]) => (
          <MenuRow
            key={code}
            view={view}
            label={row.label}
            href={row.href}
            language={code}
            current={code === view.language}
          />
        ))}
      </ul>
    </details>
  );
}

/** The line above everything; a language's own banner wins. */
export function Banner({ view }: { view: View }): JSX.Element | null {
  const banner = bannerOf(view);
  if (!banner) return null;
  const colored = banner.color;
  return (
    <section
      class={`banner banner-${banner.type}${colored ? ' banner-colored' : ''}`}
      aria-label="Banner"
      {...(colored
        ? { style: `--banner-light:${colored.light};--banner-dark:${colored.dark}` }
        : {})}
    >
      <Html
        as="div"
        dir="auto"
        class="banner-text"
        html={inlineMarkdown(banner.content, view.link)}
      />
      {banner.dismissible && (
        <button type="button" class="banner-close needs-js" aria-label={view.labels.dismiss}>
          <Glyph name="close" size={16} />
        </button>
      )}
    </section>
  );
}

type Shown = NonNullable<View['config']['banner']>;

/** The banner of the page's language, else the site's. */
export function bannerOf(view: View): Shown | undefined {
  const own = view.config.navigation.languages?.find((l) => l.code === view.language)?.banner;
  if (!own) return view.config.banner;
  return { type: 'info', ...own, dismissible: own.dismissible ?? true };
}

/** What a dismissal is remembered under: it ends when the content changes (S3-31). */
export function bannerKey(view: View): string | undefined {
  const banner = bannerOf(view);
  return banner?.dismissible ? shortHash(banner.content) : undefined;
}
