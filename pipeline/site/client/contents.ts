let stop: (() => void) | undefined;

/** Marks the section one sees in "On this page", and names it on the bar of small screens. */
export function followHeadings(): void {
  stop?.();
  const lists = [...document.querySelectorAll<HTMLElement>('.contents-list')];
  const links = lists.map(
    (list) =>
      new Map(
        [...list.querySelectorAll<HTMLAnchorElement>('a')].map((link) => [
          decodeURIComponent(link.hash.slice(1)),
          link,
        ]),
      ),
  );
  const ids = [...(links[0]?.keys() ?? [])];
  const headings = ids.flatMap((id) => document.getElementById(id) ?? []);
  if (headings.length === 0) return;
  const word = document.querySelector<HTMLElement>('.contents-word');
  const rest = word?.textContent ?? '';
  const root = document.documentElement;
  let shown: string | undefined;
  let frame = 0;
  // After a jump, the target is the current section, wherever it ended up.
  let pinned = targetId();

  const mark = (): void => {
    frame = 0;
    // 8 px more than where a jump puts a heading, so that the target itself is the current one.
    const line = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) + 8;
    const atEnd = scrollY > 0 && Math.ceil(scrollY + innerHeight) >= root.scrollHeight - 2;
    const visible = headings.filter((heading) => heading.getClientRects().length > 0);
    const above = visible.filter((heading) => heading.getBoundingClientRect().top <= line);
    const target = visible.find((heading) => heading.id === pinned);
    const reached = atEnd ? visible[visible.length - 1] : above[above.length - 1];
    const current = target ?? reached;
    const id = current?.id;
    if (id === shown) return;
    shown = id;
    for (const list of links)
      for (const [key, link] of list) {
        if (key === id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    if (word) word.textContent = (id && links[0]?.get(id)?.textContent) || rest;
    keepInView(id === undefined ? undefined : links[links.length - 1]?.get(id));
  };
  const soon = (): void => {
    frame ||= requestAnimationFrame(mark);
  };
  const jump = (): void => {
    pinned = targetId();
    soon();
  };
  const release = (): void => {
    pinned = '';
  };
  const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
  for (const move of moves) addEventListener(move, release, { passive: true });
  addEventListener('hashchange', jump);
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon, { passive: true });
  mark();
  stop = () => {
    for (const move of moves) removeEventListener(move, release);
    removeEventListener('hashchange', jump);
    removeEventListener('scroll', soon);
    removeEventListener('resize', soon);
    cancelAnimationFrame(frame);
  };
}

/** Id in the URL; an alias is inside the element that it refers to. */
function targetId(): string {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === '' ? null : document.getElementById(id);
  return target?.classList.contains('dc-alias')
    ? (target.parentElement?.closest('[id]')?.id ?? id)
    : id;
}

/** The list has its own scroll; the page's must not move. */
function keepInView(link: HTMLElement | undefined): void {
  const box = link?.closest<HTMLElement>('.dc-toc');
  if (!link || !box || box.scrollHeight <= box.clientHeight) return;
  const [own, frame] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
  if (own.top < frame.top + 40) box.scrollTop += own.top - frame.top - 80;
  else if (own.bottom > frame.bottom - 40) box.scrollTop += own.bottom - frame.bottom + 80;
}
