/** What was made of the same before, or is made now. */
export type Remember = <T>(stage: string, madeOf: readonly (string | number)[], make: () => T) => T;
