/** Closes an open menu on Escape, on a press outside, when focus leaves it, and after a choice. */
export function closeMenus(): void {
  const open = (): HTMLDetailsElement[] => [
    ...document.querySelectorAll<HTMLDetailsElement>('.dc-menu[open]'),
  ];
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    for (const menu of open())
      if (!menu.contains(target) || target.closest('.dc-menu-list a')) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of open()) {
      const inside = menu.contains(document.activeElement);
      menu.open = false;
      if (inside) menu.querySelector('summary')?.focus();
    }
  });
  document.addEventListener('focusout', (event) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node)) return;
    for (const menu of open()) if (!menu.contains(next)) menu.open = false;
  });
}
