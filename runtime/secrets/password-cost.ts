/** What a try of a password costs: 32 MB and some tens of milliseconds. */
export const passwordCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
