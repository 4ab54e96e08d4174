import { fresh } from './fresh.ts';

/** Keyboard support for file trees: arrows, Home, End, `*` for all siblings, letters for names. */
export function startTrees(root: ParentNode): void {
  for (const tree of fresh(root, '[data-tree]')) setUp(tree);
}

function setUp(tree: HTMLElement): void {
  let typed = '';
  let clock = 0;
  tree.addEventListener('keydown', (event) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>('summary');
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...tree.querySelectorAll<HTMLElement>('summary')].filter(
      (row) => row.offsetParent !== null,
    );
    const index = rows.indexOf(target);
    const details = target.parentElement as HTMLDetailsElement;
    const go = (row: HTMLElement | undefined): void => {
      event.preventDefault();
      row?.focus();
    };
    switch (event.key) {
      case 'ArrowDown':
        return go(rows[index + 1]);
      case 'ArrowUp':
        return go(rows[index - 1]);
      case 'Home':
        return go(rows[0]);
      case 'End':
        return go(rows.at(-1));
      case 'ArrowRight':
        if (details.open) return go(rows[index + 1]);
        event.preventDefault();
        details.open = true;
        return;
      case 'ArrowLeft':
        event.preventDefault();
        if (details.open) details.open = false;
        else {
          details.parentElement
            ?.closest('details')
            ?.querySelector<HTMLElement>(':scope > summary')
            ?.focus();
        }
        return;
      case '*': {
        event.preventDefault();
        const siblings = details
          .closest('ul')
          ?.querySelectorAll<HTMLDetailsElement>(':scope > li > details');
        for (const sibling of siblings ?? []) sibling.open = true;
        return;
      }
    }
    if (event.key.length !== 1 || event.key === ' ') return;
    clearTimeout(clock);
    typed += event.key.toLowerCase();
    clock = window.setTimeout(() => {
      typed = '';
    }, 500);
    const after = [...rows.slice(index + (typed.length === 1 ? 1 : 0)), ...rows];
    go(after.find((row) => row.textContent?.trim().toLowerCase().startsWith(typed)));
  });
}
