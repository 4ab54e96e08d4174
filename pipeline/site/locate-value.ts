import type { Place } from '../../schema/errors.ts';

/** Where a value of `docs.json` stands. */
export type LocateValue = (pointer: string) => { readonly file: string; readonly place?: Place };
