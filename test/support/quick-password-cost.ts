/** A cost of passwords for the servers of tests, which make hundreds of members. */
export const passwordCost = { N: 2 ** 4, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
