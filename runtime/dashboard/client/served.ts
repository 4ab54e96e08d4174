import { passwordResetAttribute } from '../../../schema/password-reset.ts';
import { providerAttribute } from '../../../schema/provider-sign-in.ts';

/** Where `docent dev` serves this page as the studio of a site; undefined for the dashboard of a server. */
const studio = globalThis.document?.documentElement.dataset.studio;

/** Whether this is the studio: settings and pages of the site in one folder, without a service around it. */
export const isStudio = studio !== undefined;

/** Where this page is, and everything below it. */
export const base = studio ?? '/dashboard';

/** The name of the identity provider by which members may sign in; undefined without one. */
export const provider =
  globalThis.document?.documentElement.getAttribute(`data-${providerAttribute}`) ?? undefined;

/** Whether the server sends links for a new password. */
export const sendsLinks =
  globalThis.document?.documentElement.hasAttribute(`data-${passwordResetAttribute}`) ?? false;

/** Where the API is. */
export const apiBase = isStudio ? `${base}/api` : '/api/v1';
