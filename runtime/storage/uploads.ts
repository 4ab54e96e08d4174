import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  blockFile,
  blocksOfFile,
  keepBlock,
  readUpload,
  removeUpload,
  saveUpload,
  type Upload,
} from '../../pipeline/output/uploads.ts';
import { inParallel } from './in-parallel.ts';
import { keys } from './keys.ts';
import type { Objects } from './objects.ts';

/** An upload in the folder of its project. */
interface Place {
  readonly project: string;
  readonly folder: string;
  readonly id: string;
}

/** Uploads that several servers work on: each request may reach another one. */
export interface SharedUploads {
  /** Stores what is known of an upload that is on this disk. */
  readonly save: (place: Place) => Promise<void>;
  /** Reads an upload as it is stored; undefined when it was removed. */
  readonly open: (place: Place) => Promise<Upload | undefined>;
  /** Stores the blocks that a request brought. */
  readonly saveBlocks: (place: Place, upload: Upload, received: readonly string[]) => Promise<void>;
  /** Brings the blocks that other servers received. */
  readonly bringBlocks: (place: Place, upload: Upload) => Promise<void>;
  /** Hashes of the blocks that any server received. */
  readonly received: (place: Place) => Promise<ReadonlySet<string>>;
  readonly remove: (place: Place) => Promise<void>;
}

const atOnce = 16;
const recordName = 'upload.json';
const mostComplete = 1000;

/** Opens the uploads of a storage. */
export function openSharedUploads(objects: Objects): SharedUploads {
  /** Uploads of which this process has stored all that it has received. */
  const complete = new Set<string>();
  const keyOf = ({ project, id }: Place, name: string) => `${keys.upload(project, id)}${name}`;
  const received = async (place: Place): Promise<Set<string>> => {
    const prefix = keyOf(place, '');
    const listed = await objects.list(prefix);
    return new Set(listed.map(({ key }) => key.slice(prefix.length)));
  };
  return {
    received,
    save: async (place) => {
      const upload = readUpload(place.folder, place.id);
      if (!upload) return;
      await objects.put(keyOf(place, recordName), Buffer.from(JSON.stringify(upload)));
    },
    open: async (place) => {
      if (!/^upl_[0-9A-Z]{26}$/.test(place.id)) return undefined;
      const record = await objects.get(keyOf(place, recordName));
      if (!record) {
        removeUpload(place.folder, place.id);
        return undefined;
      }
      saveUpload(place.folder, JSON.parse(Buffer.from(record).toString('utf8')));
      return readUpload(place.folder, place.id);
    },
    saveBlocks: async (place, upload, brought) => {
      // A process that was killed may have received some that it did not store: the first request looks for them.
      const isFirst = !complete.has(place.id);
      const there = isFirst ? await received(place) : new Set<string>();
      const here = isFirst ? new Set(upload.files.flatMap(blocksOfFile)) : new Set(brought);
      const missing = [...here].filter((sha256) => !there.has(sha256));
      try {
        await inParallel(missing, atOnce, async (sha256) => {
          const file = blockFile(place.folder, sha256);
          if (existsSync(file)) await objects.put(keyOf(place, sha256), await readFile(file));
        });
      } catch (error) {
        // The next request looks for what this one has left.
        complete.delete(place.id);
        throw error;
      }
      if (!isFirst) return;
      if (complete.size === mostComplete) complete.clear();
      complete.add(place.id);
    },
    bringBlocks: async (place, upload) => {
      const there = await received(place);
      const named = new Set(upload.files.flatMap(blocksOfFile));
      const wanted = [...named].filter((sha256) => there.has(sha256));
      await inParallel(wanted, atOnce, async (sha256) => {
        if (existsSync(blockFile(place.folder, sha256))) return;
        const bytes = await objects.get(keyOf(place, sha256));
        if (bytes) await keepBlock(place.folder, sha256, bytes);
      });
    },
    remove: async (place) => {
      const listed = await objects.list(keyOf(place, ''));
      await objects.remove(listed.map(({ key }) => key));
    },
  };
}
