const modeKey = 'docent-dashboard-mode';

/** How the page can look, by the value that is kept. */
export const modes = { '': 'System', light: 'Light', dark: 'Dark' } as const;

/** The mode that was chosen; '' for the system's. */
export function chosenMode(): string {
  return document.documentElement.dataset.mode ?? '';
}

/** Shows the page in a mode, and keeps it for this browser. */
export function chooseMode(mode: string): void {
  if (mode) document.documentElement.dataset.mode = mode;
  else delete document.documentElement.dataset.mode;
  try {
    localStorage.setItem(modeKey, mode);
  } catch {
    // Storage is blocked: the mode lasts as long as the page.
  }
}
