import { type TwinPlaces, withOtherValues } from '../../../schema/twin-places.ts';
import { readerValue } from './reader-values.ts';

/** The Markdown of the page at an address, with what the reader chose in it. */
export async function copiedPage(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  const twin = await response.text();
  const places = document.querySelector('body > script.twin-places')?.textContent;
  return places ? withOtherValues(twin, JSON.parse(places) as TwinPlaces, readerValue) : twin;
}
