import { withOrigin } from '../../../schema/own-address.ts';

/** Puts the address of this page into its menu, where the site was built without its public URL. */
export function fillOwnAddress(showRow: (row: HTMLElement) => void): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-own-address]')) {
    link.href = withOrigin(link.getAttribute('href') ?? '', location.origin);
    link.removeAttribute('data-own-address');
  }
  const { protocol, hostname } = location;
  const isLocal = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (isLocal || !/^https?:$/.test(protocol)) return;
  for (const row of document.querySelectorAll<HTMLElement>('[data-needs-public]')) showRow(row);
}
