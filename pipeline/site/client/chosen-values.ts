import { type TwinPlaces, withOtherValues } from '../../../schema/twin-places.ts';
import { readerValue } from './reader-values.ts';

/** A page's Markdown with what its reader chose. */
export function withChosenValues(twin: string, places: TwinPlaces): string {
  return withOtherValues(twin, places, readerValue);
}
