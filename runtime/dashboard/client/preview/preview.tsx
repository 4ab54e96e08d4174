import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageItem } from '../../../../packages/client/models.ts';
import { chosenMode } from '../appearance.ts';
import type { Failure } from '../ask.ts';
import { address } from '../ask.ts';
import { useApi } from '../cache.ts';
import { Icon } from '../parts/icon.tsx';
import { Waiting } from '../parts/states.tsx';
import { base } from '../served.ts';
import { type Drawn, useDrawn } from './drawn.ts';
import { type Offered, usePreview, wantPreview } from './offered.ts';

/** Shows the site next to its settings, or hides it; where there is no room for it, there is no button either. */
export function PreviewButton() {
  const isShown = usePreview() !== undefined;
  return (
    <button
      type="button"
      class="preview-button"
      aria-pressed={isShown}
      onClick={() => wantPreview(!isShown)}
    >
      <Icon name="beside" /> Preview
    </button>
  );
}

const modes = { '': 'Mode as set', light: 'Light', dark: 'Dark' } as const;

/** The site as it looks with what is typed in the settings, before it is saved. */
export function Preview({ offered }: { readonly offered: Offered }) {
  const [pagePath, choose] = useState<string>();
  const [mode, setMode] = useState('');
  const [isPhone, setPhone] = useState(false);
  const drawn = useDrawn(offered, pagePath);
  return (
    <aside class={isPhone ? 'preview phone' : 'preview'} aria-label="Preview">
      <div class="preview-bar">
        <PageChoice projectId={offered.projectId} shown={drawn.view?.pagePath} onChoose={choose} />
        <label>
          <span class="hidden">Mode of the preview</span>
          <select value={mode} onChange={(event) => setMode(event.currentTarget.value)}>
            {Object.entries(modes).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="icon-button"
          aria-label="Width of a phone"
          aria-pressed={isPhone}
          onClick={() => setPhone(!isPhone)}
        >
          <Icon name="phone" />
        </button>
      </div>
      <p class="preview-line" role="status">
        {drawn.failure && (
          <>
            <Icon name="alert" /> <span>{lineOf(drawn, drawn.failure)}</span>
          </>
        )}
      </p>
      {!drawn.view && !drawn.failure && <Waiting />}
      <PageFrame view={drawn.view} mode={mode} onOpen={choose} />
    </aside>
  );
}

/** Why the page is not the newest one, or not there. */
function lineOf({ view }: Drawn, { code, message }: Failure): string {
  if (code !== 'VALIDATION_ERROR') return message;
  return view
    ? 'The settings have errors. This is how the site looked before them.'
    : 'The settings have errors. Correct them to see the site.';
}

/** The page that is shown, with all of the site to choose from. */
function PageChoice({
  projectId,
  shown = '',
  onChoose,
}: {
  readonly projectId: string;
  readonly shown: string | undefined;
  readonly onChoose: (pagePath: string) => void;
}) {
  const [typed, type] = useState<string>();
  const search = typed?.trim();
  const pages = useApi<readonly PageItem[]>(
    typed === undefined
      ? undefined
      : address(`/projects/${projectId}/pages`, { search, perPage: 20 }),
  );
  const take = () => {
    if (search) onChoose(search);
    type(undefined);
  };
  return (
    <label class="preview-page">
      <span class="hidden">Page of the preview</span>
      <input
        list="previewed-pages"
        value={typed ?? shown}
        autocomplete="off"
        spellcheck={false}
        onFocus={(event) => {
          type('');
          event.currentTarget.placeholder = shown;
        }}
        onInput={(event) => type(event.currentTarget.value)}
        onChange={take}
        onBlur={() => type(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
      <datalist id="previewed-pages">
        {(pages.data ?? []).map((page) => (
          <option key={page.pagePath} value={page.pagePath}>
            {page.title}
          </option>
        ))}
      </datalist>
    </label>
  );
}

/**
 * A page in a frame that can do nothing: it has an origin of its own, loads nothing and follows no link. It sends the
 * addresses of links, which open other pages of the preview.
 */
function PageFrame({
  view,
  mode,
  onOpen,
}: {
  readonly view: Drawn['view'];
  readonly mode: string;
  readonly onOpen: (pagePath: string) => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const system = useOwnMode();
  // Before the frame can have loaded: it says only once that it is ready.
  useLayoutEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const { href } = (data ?? {}) as { readonly href?: unknown };
      if (typeof href !== 'string') setReady(true);
      else if (view) {
        const path = pageAt(href, view.basePath);
        if (path !== undefined) onOpen(path);
      }
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [view, onOpen]);
  useEffect(() => {
    if (!isReady || !view) return;
    const { html, pagePath } = view;
    // Its origin is one that no address has.
    frame.current?.contentWindow?.postMessage({ html, page: pagePath, mode, system }, '*');
  }, [isReady, view, mode, system]);
  return (
    <iframe
      ref={frame}
      class={view ? undefined : 'waiting'}
      src={`${base}/preview-frame`}
      title="Preview of the site"
      sandbox="allow-scripts"
    />
  );
}

/** The mode of the dashboard, in which a site is shown that follows its readers. */
function useOwnMode(): string {
  const [mode, setMode] = useState(ownMode);
  useEffect(() => {
    const look = () => setMode(ownMode());
    const media = matchMedia(dark);
    media.addEventListener('change', look);
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributeFilter: ['data-mode'] });
    return () => {
      media.removeEventListener('change', look);
      observer.disconnect();
    };
  }, []);
  return mode;
}

const dark = '(prefers-color-scheme: dark)';

function ownMode(): string {
  return chosenMode() || (matchMedia(dark).matches ? 'dark' : 'light');
}

/** The path of the page that a link of the site leads to; undefined for one of another place. */
function pageAt(href: string, basePath: string): string | undefined {
  const { pathname, origin } = parse(href) ?? {};
  if (pathname === undefined || origin !== nowhere) return undefined;
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  if (!isBelow) return undefined;
  try {
    return decodeURIComponent(pathname.slice(basePath.length + 1));
  } catch {
    return undefined;
  }
}

/** What addresses of the site are relative to. */
const nowhere = 'https://site.invalid';

function parse(href: string): URL | undefined {
  try {
    return new URL(href, nowhere);
  } catch {
    return undefined;
  }
}
