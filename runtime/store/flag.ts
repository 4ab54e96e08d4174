/** A truth value as both databases keep it: 0 or 1. */
export type Flag = 0 | 1;
