import { type Preview, previewAge } from '../previews/record.ts';
import { keys } from './keys.ts';
import type { Objects } from './objects.ts';

/** The previews of a project in the storage; without the old ones, when it is said what time it is. */
export async function storedPreviews(
  objects: Objects,
  project: string,
  now?: number,
): Promise<readonly Preview[]> {
  const bytes = await objects.get(keys.previews(project));
  const list: readonly Preview[] = bytes ? JSON.parse(Buffer.from(bytes).toString('utf8')) : [];
  return list.filter(({ updatedAt }) => now === undefined || now - updatedAt <= previewAge);
}
