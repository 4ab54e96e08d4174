/**
 * The cookie of a signed-in member. On https the name keeps subdomains from planting one (RFC 6265bis,
 * `__Host-`). It is another one than that of readers of protected pages, who may sign in at the same host.
 */
const names = { secure: '__Host-docent_user', plain: 'docent_user' } as const;

/** Value of `Set-Cookie`; an empty token removes the cookie. */
export function sessionCookie(token: string, secure: boolean, seconds: number): string {
  return [
    `${secure ? names.secure : names.plain}=${token}`,
    'Path=/',
    `Max-Age=${token === '' ? 0 : seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

/** The token in the `Cookie` header of a request. */
export function sessionToken(header: string | undefined, secure: boolean): string | undefined {
  const start = `${secure ? names.secure : names.plain}=`;
  const found = header
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(start))
    ?.slice(start.length);
  return found !== undefined && /^[\w-]{43}$/.test(found) ? found : undefined;
}
