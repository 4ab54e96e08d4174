/** Reads what this browser remembers; '' where storage is forbidden. */
export function recall(key: string): string {
  try {
    return localStorage.getItem(`docent-${key}`) ?? '';
  } catch {
    return '';
  }
}

/** Remembers a text in this browser, or forgets it. */
export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`docent-${key}`);
    else localStorage.setItem(`docent-${key}`, value);
  } catch {
    // Storage is forbidden or full: the choice holds for this page only.
  }
}
