/** The versions of the API by the day that they came out, oldest first; each is answered as it was. */
export const apiVersions: readonly [string, ...string[]] = ['2026-11-22'];

/** What requests without a key get, and keys that are created now. */
export const latestVersion: string = apiVersions.at(-1) ?? apiVersions[0];
