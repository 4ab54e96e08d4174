import { followProblems, keepDismissed } from './problems.ts';

// Loaded only by `docent dev`: replaces the article of the open page when it was rebuilt, and
// reloads the whole page if more than the article changed. The stream's URL is relative to this
// module, so `basePath` needs no special handling. The URL of this module identifies the build of
// the page: later builds, finished while the page was loading, must not be missed.
const stream = new EventSource(new URL(`dev${new URL(import.meta.url).search}`, import.meta.url));
let down = false;
stream.addEventListener('message', (event) => void update(String(event.data)));
stream.addEventListener('error', () => {
  down = true;
});
stream.addEventListener('open', () => {
  // The server was away: whatever it builds now may differ in everything.
  if (down) location.reload();
});

followProblems();

async function update(data: string): Promise<void> {
  const message = parse(data);
  if (message.type === 'reload') {
    location.reload();
    return;
  }
  if (message.type === 'styles') {
    reloadStyles();
    return;
  }
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!swap(next)) location.reload();
}

/** Stylesheets that are removed once the next ones are loaded. */
const outdated = new WeakSet<HTMLLinkElement>();

/** Styles of the author: those before them stay until they are loaded, so that the page never lacks any. */
function reloadStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const address = new URL(link.href);
    const isOfAuthor =
      address.origin === location.origin && !address.pathname.includes('/_docent/');
    if (!isOfAuthor || outdated.has(link)) continue;
    outdated.add(link);
    address.searchParams.set('changed', String(Date.now()));
    const next = link.cloneNode() as HTMLLinkElement;
    next.href = address.href;
    next.addEventListener('load', () => link.remove());
    link.after(next);
  }
}

/** Messages are `{type: 'reload' | 'styles' | 'update'}`; plain text counts as its type. */
function parse(data: string): { readonly type: string } {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null && 'type' in value)
      return { type: String(value.type) };
  } catch {
    return { type: data };
  }
  return { type: 'update' };
}

const pageData = 'body > script.page-data';

function swap(next: Document): boolean {
  const [own, other] = [document.querySelector('main.dc-main'), next.querySelector('main.dc-main')];
  if (!own || !other || headOf(document) !== headOf(next)) return false;
  const outside = (of: Document): string => {
    const copy = of.querySelector('.dc-sidebar .sidebar-nav')?.cloneNode(true);
    return copy instanceof Element ? (copy.textContent ?? '') : '';
  };
  if (outside(document) !== outside(next)) return false;
  own.replaceWith(other);
  keepDismissed();
  const contents = [document.querySelector('.dc-toc'), next.querySelector('.dc-toc')];
  if (Boolean(contents[0]) !== Boolean(contents[1])) return false;
  if (contents[0] && contents[1]) contents[0].replaceWith(contents[1]);
  const page = [document.querySelector(pageData), next.querySelector(pageData)];
  if (page[0]) page[0].remove();
  if (page[1]) document.body.append(page[1]);
  const styles = [document, next].map((of) => of.querySelector('style[data-utilities]'));
  if (styles[0]) styles[0].textContent = styles[1]?.textContent ?? '';
  else if (styles[1])
    [...document.querySelectorAll('link[rel="stylesheet"][href*="/_docent/"]')]
      .at(-1)
      ?.after(styles[1]);
  document.title = next.title;
  document.dispatchEvent(new CustomEvent('docent:swap'));
  return true;
}

/** Scripts and stylesheets: when they change, the page has to be loaded again. */
function headOf(of: Document): string {
  return [...of.querySelectorAll('head link[rel="stylesheet"], head script[src]')]
    .map((item) => (item.getAttribute('href') ?? item.getAttribute('src'))?.replace(/\?.*/, ''))
    .join(' ');
}
