/** Where `docent dev` serves the studio. */
export const studioBase = '/_docent/studio';

/** Where its API is, with the paths of the service API. */
export const studioApi = `${studioBase}/api`;

/** Whether an address is one of the studio. */
export function asksForStudio(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === studioBase || pathname.startsWith(`${studioBase}/`);
}
