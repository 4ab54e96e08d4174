import type { Place } from '../../schema/errors.ts';

/** Where a value of the configuration is: the file (possibly included by `$ref`) and its range. */
export interface Location {
  readonly file: string;
  readonly place?: Place;
}

/**
 * JSON pointer into the configuration → where it was written. `key` asks for the key rather than the
 * value. What was not written anywhere lies at its nearest written ancestor.
 */
export type Locate = (pointer: string, part?: 'key' | 'value') => Location;
