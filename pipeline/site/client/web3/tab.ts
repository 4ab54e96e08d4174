const key = 'docent-wallet';

/** The wallet that this tab has connected; '' for none. */
export function recallInTab(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Remembers a wallet in this tab, or none. */
export function rememberInTab(wallet: string): void {
  try {
    if (wallet === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, wallet);
  } catch {
    // Storage is forbidden: the connection holds for this page.
  }
}
