import type { Place } from '../../schema/errors.ts';

/** Where a value of `docs.json` is. */
export type LocateValue = (pointer: string) => { readonly file: string; readonly place?: Place };
