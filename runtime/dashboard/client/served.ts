/** Where `docent dev` serves this page as the studio of a site; undefined for the dashboard of a server. */
const studio = globalThis.document?.documentElement.dataset.studio;

/** Whether this is the studio: settings and pages of the site in one folder, without a service around it. */
export const isStudio = studio !== undefined;

/** Where this page is, and everything below it. */
export const base = studio ?? '/dashboard';

/** Where the API is. */
export const apiBase = isStudio ? `${base}/api` : '/api/v1';
