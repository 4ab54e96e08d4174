/** Where members sign in with their identity provider: `start` leads there, and `callback` is where it leads back. */
export const providerFolder = '/dashboard/oidc/';

/** The attribute of the dashboard's document that has the name of the provider. */
export const providerAttribute = 'sign-in-with';

/** The parameter of an address of the dashboard that says why a sign-in has failed. */
export const problemParameter = 'sign-in';

/** Why the word of the identity provider did not open a session. */
export type SignInProblem =
  | 'cancelled'
  | 'expired'
  | 'away'
  | 'refused'
  | 'unverified'
  | 'not-member'
  | 'taken'
  | 'busy';
