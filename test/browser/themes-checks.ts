/** Whether a long name of the site runs below the search, or the banner is below the header. */
export function coveredInBar(): string[] {
  const name = document.querySelector('.dc-logo-text');
  if (name) name.textContent = 'A name that is longer than most';
  const banner = document.createElement('div');
  banner.className = 'dc-banner';
  banner.textContent = 'News';
  document.body.prepend(banner);
  const logo = document.querySelector('.dc-logo')?.getBoundingClientRect();
  const search = document.querySelector('.dc-search-button')?.getBoundingClientRect();
  if (!logo || !search) return ['the bar has no name or search'];
  const isSideBySide = logo.right <= search.left || search.right <= logo.left;
  const isStacked = logo.bottom <= search.top;
  const { top, right } = banner.getBoundingClientRect();
  const isBannerShown = document.elementFromPoint(right - 60, top + 20) === banner;
  banner.remove();
  return [
    ...(isSideBySide || isStacked ? [] : ['the name runs below the search']),
    ...(isBannerShown ? [] : ['the banner is covered']),
  ];
}

/** Whether the corners of the current row are over the words of a long title. */
export function cutTitle(): string[] {
  const row = document.querySelector('.dc-layout > .dc-sidebar .nav-row[aria-current="page"]');
  const title = row?.querySelector('.nav-text');
  if (!row || !title) return ['the list has no current page'];
  title.textContent = 'A title with more words than most others have '.repeat(3);
  // What is below its first letter.
  (title as HTMLElement).style.pointerEvents = 'none';
  const { left, top } = title.getBoundingClientRect();
  const at = document.elementFromPoint(left + 1, top + 1);
  return row.contains(at) ? [] : ['a corner of the current row cuts its title'];
}

/** Rows of the menu on a phone that are hard to press, and a mark of the current one not on its line. */
export function faultsOfDrawer(drawer: Element): string[] {
  const low = [...drawer.querySelectorAll('a.nav-row, summary.nav-row')].filter(
    (row) => row.checkVisibility() && row.getBoundingClientRect().height < 44,
  );
  const current = drawer.querySelector('.nav-row[aria-current="page"]');
  if (!current) return ['the menu has no current page'];
  const mark = getComputedStyle(current, '::before');
  const [top, height] = [mark.top, mark.height].map(Number.parseFloat);
  // A mark with a letter is as high as its line.
  const middle = (top ?? 0) + (mark.content.startsWith('""') ? (height ?? 0) / 2 : 10);
  const line = Number.parseFloat(getComputedStyle(current).paddingTop) + 10;
  return [
    ...low.map((row) => `"${row.textContent}" is low in the menu`),
    ...(mark.content === 'none' || Math.abs(middle - line) <= 2
      ? []
      : [`the mark of the current page is at ${middle} px, its line at ${line} px`]),
  ];
}

/** Rows of the list of pages, and tools of the bar, that something else covers. */
export function hiddenRows(): string[] {
  const parts = document.querySelectorAll(
    '.dc-layout > .dc-sidebar .nav-row, .dc-header .dc-tab-link, .dc-search-button, .dc-logo, .mode-toggle',
  );
  return [...parts].flatMap((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    // Rows of the drawer are there on small screens only.
    if (width === 0) return [];
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at && (part.contains(at) || at.contains(part))
      ? []
      : [`${part.className} "${part.textContent?.trim()}" is covered`];
  });
}

/** What is wrong with a page that is read from the right: its columns, its chevrons, its width. */
export function faultsFromRight(): string[] {
  const box = (selector: string) => {
    const part = document.querySelector(selector);
    return part?.checkVisibility() ? part.getBoundingClientRect() : undefined;
  };
  const root = document.documentElement;
  const title = box('h1');
  if (!title) return ['it has no title'];
  const [list, contents] = [box('.dc-layout > .dc-sidebar'), box('.toc')];
  const chevrons = [...document.querySelectorAll('.glyph-chevron')];
  return [
    ...(root.scrollWidth > root.clientWidth ? ['it is too wide'] : []),
    ...(list && list.left < title.right ? ['the list of pages is not at the right'] : []),
    ...(contents && contents.right > title.left ? ['the contents are not at the left'] : []),
    ...chevrons
      .filter((one) => one.checkVisibility() && getComputedStyle(one).transform === 'none')
      .map(() => 'a chevron is not mirrored'),
  ];
}

/** What is on paper that should not be, and what of the text is off it. */
export function faultsOnPaper(): string[] {
  const frame =
    '.dc-header, .dc-sidebar, .toc, .page-bar, .dc-pager, .footer, .dc-skip, dialog, button, select, textarea';
  const seen = (part: Element): boolean => {
    const { width, height } = part.getBoundingClientRect();
    return width > 1 && height > 1 && part.checkVisibility({ visibilityProperty: true });
  };
  const nameOf = (part: Element) => `${part.localName}.${part.className}`;
  const width = document.documentElement.clientWidth;
  const words = [...document.querySelectorAll('.dc-main :is(h1, h2, h3, p, li, td, pre, code)')];
  const cut = words.filter((part) => {
    if (!seen(part) || part.closest('.visually-hidden, math')) return false;
    const { left, right } = part.getBoundingClientRect();
    return left < 0 || right > width + 1 || (part.localName === 'pre' && part.scrollWidth > right);
  });
  const title = document.querySelector('h1')?.getBoundingClientRect();
  const gap = Math.max(title?.left ?? 0, width - (title?.right ?? 0));
  const ground = getComputedStyle(document.body).backgroundColor;
  const channels = ground.match(/[\d.]+/g)?.map(Number) ?? [];
  const isDark = channels[3] !== 0 && Math.max(...channels.slice(0, 3)) < 200;
  const folds = [...document.querySelectorAll('.dc-main summary')].filter(
    (one) =>
      seen(one) &&
      ['::before', '::after'].some((mark) => getComputedStyle(one, mark).content !== 'none'),
  );
  return [
    ...folds.map((one) => `"${one.textContent}" can be opened`),
    ...[...document.querySelectorAll(frame)].filter(seen).map((part) => `${nameOf(part)} is there`),
    ...cut.map((part) => `${nameOf(part)} is cut: ${part.textContent?.slice(0, 40)}`),
    ...(gap > 1 ? [`${gap} px are empty at an edge`] : []),
    ...(isDark ? [`the paper is ${ground}`] : []),
  ];
}

/** What is wrong with the element that has the focus: it is off the screen, covered, or has no ring that is seen. */
export function faultsOfFocus(): string[] {
  const part = document.activeElement;
  if (!part || part === document.body) return ['nothing has the focus'];
  const name = `${part.localName}.${part.className} "${part.textContent?.trim().slice(0, 30)}"`;
  const { left, top, width, height } = part.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const at = document.elementFromPoint(x, y);
  const isSeen = width > 0 && at !== null && (part.contains(at) || at.contains(part));
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part);
  const light = (color: string): number => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((v) => {
      const share = v / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  let behind = part.parentElement;
  const isClear = (one: Element) => /^rgba\(.* 0\)$/.test(getComputedStyle(one).backgroundColor);
  while (behind?.parentElement && isClear(behind)) behind = behind.parentElement;
  const ring = light(outlineColor);
  const ground = light(behind ? getComputedStyle(behind).backgroundColor : 'rgb(255, 255, 255)');
  const contrast = Math.max(ring, ground) / Math.min(ring, ground);
  const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  return [
    ...(isSeen ? [] : [`${name} has the focus and is not seen`]),
    ...(hasRing ? [] : [`${name} has no ring`]),
    ...(hasRing && contrast < 3 ? [`the ring of ${name} has a contrast of ${contrast}`] : []),
  ];
}
