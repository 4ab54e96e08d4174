/** Whether an address is one of PostgreSQL. */
export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}

/** An address as it may be shown. */
export function withoutPassword(address: string): string {
  return address.replace(/(:\/\/[^/@:]*):[^/@]*@/, '$1:***@');
}

/** Why a database can't be used, as one sentence without its password. */
export function unusable(
  address: string,
  error: unknown,
  check = '--database or DATABASE_URL',
): Error {
  return new Error(
    `Can't use the database ${withoutPassword(address)}: ${causeOf(address, error)}. Check ${check}.`,
    { cause: error },
  );
}

function causeOf(address: string, error: unknown): string {
  const { message, code = '' } = error as { readonly message?: string; readonly code?: string };
  if (isPostgres(address)) {
    const { hostname, port, username, pathname } = new URL(address);
    const where = `${hostname || 'this machine'}:${port || 5432}`;
    const known: Readonly<Record<string, string>> = {
      ENOTFOUND: `there is no host "${hostname}"`,
      EAI_AGAIN: `the name "${hostname}" can't be resolved at the moment`,
      ECONNREFUSED: `nothing is listening at ${where}`,
      ETIMEDOUT: `${where} does not answer`,
      EHOSTUNREACH: `there is no route to ${where}`,
      ENETUNREACH: `there is no route to ${where}`,
      '28P01': `the password of "${username}" is wrong`,
      '28000': `PostgreSQL does not let "${username}" in from here (${message})`,
      '3D000': `there is no database "${pathname.slice(1)}" on ${where}; create it with "createdb"`,
      '3F000': 'its search_path has no existing schema',
      '42501': `"${username}" may not create tables there (${message})`,
      '53300': 'it accepts no more connections',
    };
    if (known[code] !== undefined) return known[code];
    if (/timeout expired/.test(message ?? '')) return `${where} does not answer`;
    if (/password must be a string/.test(message ?? '')) {
      return `PostgreSQL requires a password for "${username}", but the address contains none`;
    }
  }
  if (code === 'SQLITE_NOTADB') return 'the file is not an SQLite database';
  return message || code || 'it does not answer';
}
