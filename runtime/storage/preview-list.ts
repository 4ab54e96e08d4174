import { type Preview, previewAge } from '../previews/record.ts';
import { keys } from './keys.ts';
import type { Objects } from './objects.ts';
import type { State } from './state.ts';

/** The lists of previews in the storage, one for each project. */
export interface PreviewLists {
  /** A project's, without the old ones. */
  readonly read: (project: string) => Promise<readonly Preview[]>;
  /** For readers: what was read last goes on without the storage. */
  readonly look: (project: string) => Promise<readonly Preview[]>;
  readonly write: (project: string, list: readonly Preview[]) => Promise<void>;
}

/** Milliseconds for which readers are answered from what was read last. */
const fresh = 1000;

/** Opens them. */
export function openPreviewLists({ objects, now }: Pick<State, 'objects' | 'now'>): PreviewLists {
  const known = new Map<
    string,
    { readonly at: number; readonly list: Promise<readonly Preview[]> }
  >();
  const note = (project: string, list: Promise<readonly Preview[]>) =>
    void known.set(project, { at: now(), list });
  return {
    read: async (project) => {
      const list = await storedPreviews(objects, project, now());
      note(project, Promise.resolve(list));
      return list;
    },
    look: (project) => {
      const last = known.get(project);
      if (last && now() - last.at < fresh) return last.list;
      const list = storedPreviews(objects, project, now()).catch((error: unknown) => {
        if (last) return last.list;
        known.delete(project);
        throw error;
      });
      note(project, list);
      return list;
    },
    write: async (project, list) => {
      const text = Buffer.from(JSON.stringify(list));
      await (list.length === 0
        ? objects.remove([keys.previews(project)])
        : objects.put(keys.previews(project), text));
      note(project, Promise.resolve(list));
    },
  };
}

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
