/**
 * Adds the style sheet of what is loaded later. It follows the site's own sheet, so that those of the
 * author still win.
 */
export function addStyles(styles: string): void {
  const sheet = document.createElement('style');
  sheet.textContent = styles;
  const own = document.querySelector('head > link[rel="stylesheet"][href*="/_docent/site-"]');
  if (own) own.after(sheet);
  else document.head.append(sheet);
}
