import type { JSX } from 'preact';
import { isExternalAddress } from '../../../schema/address.ts';
import { iconWords } from '../../../schema/config/icons.ts';
import { readSearch } from '../../../schema/config/search.ts';
import { githubLink } from '../../../schema/github.ts';
import { languages } from '../../../schema/languages.ts';
import type { NavContainer } from '../../../schema/site.ts';
import { Stars } from '../stars.tsx';
import { samePart } from './counterpart.ts';
import { Glyph } from './glyph.tsx';
import { Html } from './markup.tsx';
import { navbarOf } from './own-language.ts';
import { SessionSlot } from './slot.tsx';
import { Switcher } from './switcher.tsx';
import { choicesOf, external, MenuRow, Tabs, targetOf } from './tabs.tsx';
import { firstPages, type View } from './view.ts';

/** The bar at the top: logo, search, links, button, languages, mode; and the row of tabs. */
export function Header({ view }: { view: View }): JSX.Element {
  const { config, tools, labels } = view;
  const { links, primary } = navbarOf(view);
  return (
    <header class="dc-header navbar" id={view.id('navbar')}>
      <div class="dc-header-bar">
        <Logo view={view} />
        {config.theme === 'aspen' && <Switcher view={view} kind="product" label={labels.product} />}
        {tools.search && <SearchButton view={view} />}
        <div class="dc-header-end">
          {(links.length > 0 || config.auth.enabled) && (
            <ul class="dc-header-links">
              {links.map((item) => (
                <li key={item.href}>
                  <a
                    class="navbar-link"
                    href={view.link(item.href)}
                    {...external(item.href)}
                    {...(item.label.trim() === '' && item.icon
                      ? { 'aria-label': iconWords(item.icon) }
                      : {})}
                  >
                    {item.icon && <Html class="dc-icon" html={view.icon(item.icon)} />}
                    {view.word(item.label)}
                    <Stars
                      site={view.site}
                      repository={githubLink(item.href) ?? ''}
                      language={view.language}
                    />
                  </a>
                </li>
              ))}
              <SessionSlot view={view} link="navbar-link" />
            </ul>
          )}
          <LanguageMenu view={view} />
          {primary && (
            <div class="dc-header-primary" id={view.id('topbar-cta-button')}>
              <a class="dc-button" href={view.link(primary.href)} {...external(primary.href)}>
                {primary.type === 'github' && (
                  <Html
                    class="dc-icon"
                    html={view.icon('github', { library: 'fontawesome', type: 'brands', size: 16 })}
                  />
                )}
                {view.word(primary.label)}
                {primary.type === 'github' && (
                  <Stars site={view.site} repository={primary.href} language={view.language} />
                )}
              </a>
            </div>
          )}
          {!config.appearance.strict && (
            <button
              type="button"
              class="dc-icon-button mode-toggle needs-js"
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
        class={`dc-logo-image nav-logo ${mode}`.trim()}
        src={view.link(path)}
        alt={logo?.label ? '' : (logo?.alt ?? name)}
        {...size}
      />
    );
  };
  const light = logo?.light;
  const dark = logo?.dark ?? light;
  return (
    <a class="dc-logo" href={href}>
      {light && (light === dark || !dark) && image(light, '')}
      {light && dark && light !== dark && [image(light, 'only-light'), image(dark, 'only-dark')]}
      {logo?.label ? (
        <span class="dc-logo-text" dir="auto">
          {logo.label}
        </span>
      ) : (
        !light && (
          <span class="dc-logo-text" dir="auto">
            {name}
          </span>
        )
      )}
    </a>
  );
}

/** The site's start in the page's language. */
function homeOf(view: View): string {
  if (view.language === view.site.language) return view.base || '/';
  const first = firstPages(view.site).get(view.language);
  const known = first !== undefined && view.audience.sees(first);
  return known ? view.address(first) : view.base || '/';
}

/** The author's texts of the search box; the default is said in the page's language. */
function searchTexts({ config, language, labels, word }: View): readonly [string, string] {
  const { prompt, placeholder } = config.search;
  const own = (text: string): string =>
    text === readSearch().placeholder && !/^en\b/.test(language) ? `${labels.search}…` : word(text);
  return [own(prompt), own(placeholder)];
}

function SearchButton({ view }: { view: View }): JSX.Element {
  const { hotkey } = view.config.search;
  const [prompt, placeholder] = searchTexts(view);
  const labelOf = (kind: NavContainer['kind']): string | undefined =>
    view.containers.find((item) => item.kind === kind)?.label;
  return (
    <button
      type="button"
      class="dc-search-button needs-js"
      id={view.id('search-bar-entry')}
      data-hotkey={hotkey}
      data-placeholder={placeholder}
      data-version={labelOf('version')}
      data-product={labelOf('product')}
      aria-haspopup="dialog"
      data-label={view.labels.search}
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

const ownNames = new Map<string, string>();

/** A language's name in itself: `Français`. */
function languageName(code: string): string {
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

/** The same page in a language, else the first one of the same version; its own address where it is another site. */
function languageTarget(view: View, item: NavContainer, code: string): string | undefined {
  const same = view.alternates.get(code);
  if (same !== undefined) return view.address(same);
  if (item.href === undefined || isExternalAddress(item.href))
    return targetOf(view, samePart(view, item).at(-1) ?? item);
  const first = firstPages(view.site).get(code);
  return first !== undefined && view.audience.sees(first) ? view.address(first) : undefined;
}

/** The root URL may lead to the browser's language: a language chosen in the menu is kept. */
function staying(view: View, code: string, href: string | undefined): string | undefined {
  const { detectLanguage } = view.config.i18n;
  return detectLanguage && href === (view.base || '/') ? `${href}?lang=${code}` : href;
}

function LanguageMenu({ view }: { view: View }): JSX.Element | null {
  const { items, hidden } = choicesOf(view, 'language');
  const codes = new Set(items.map((item) => item.language?.code ?? ''));
  // Languages that are configured without an entry in the navigation.
  const others = [...view.alternates].filter(
    ([code]) => !codes.has(code) && !hidden.some((item) => item.language?.code === code),
  );
  if (codes.size + others.length < 2) return null;
  const rows = new Map<string, { label: string; href: string | undefined; entry?: NavContainer }>();
  for (const item of items) {
    const code = item.language?.code ?? '';
    rows.set(code, {
      label: item.label || languageName(code),
      href: languageTarget(view, item, code),
      entry: item,
    });
  }
  for (const [code, path] of others)
    rows.set(code, { label: languageName(code), href: view.address(path) });
  const own = rows.get(view.language)?.label ?? languageName(view.language);
  return (
    <details class="dc-menu language-menu">
      <summary class="dc-menu-button" aria-label={`${view.labels.language}: ${own}`}>
        <Glyph name="globe" size={17} />
        <span class="dc-menu-label">{own}</span>
        <Glyph name="down" size={14} />
      </summary>
      <ul class="dc-menu-list dc-menu-end">
        {[...rows].map(([code, row]) => (
          <MenuRow
            key={code}
            view={view}
            label={row.label}
            href={staying(view, code, row.href)}
            language={code}
            current={code === view.language}
            entry={row.entry}
          />
        ))}
      </ul>
    </details>
  );
}
