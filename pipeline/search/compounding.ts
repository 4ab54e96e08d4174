/** Languages that write words together. */
export const compounding: ReadonlySet<string> = new Set(['de', 'nl']);
