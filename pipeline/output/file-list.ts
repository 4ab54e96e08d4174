import type { UploadFile, UploadList } from '../../schema/upload.ts';

/** The files of a deployment, by path. */
export interface FileList {
  readonly get: (path: string) => UploadFile | undefined;
  readonly has: (path: string) => boolean;
  /** All paths, in no order. */
  readonly keys: () => Iterable<string>;
  readonly values: () => Iterable<UploadFile>;
}

/** All files of the deployment that an upload describes: those of its base, as changed. Nothing is copied. */
export function wholeList(
  base: { readonly files: ReadonlyMap<string, UploadFile> },
  { files, removed = [] }: UploadList,
): FileList {
  const changed = new Map(files.map((file) => [file.path, file]));
  const gone = new Set(removed);
  const isKept = (path: string) => !changed.has(path) && !gone.has(path);
  const get = (path: string) =>
    changed.get(path) ?? (isKept(path) ? base.files.get(path) : undefined);
  const values = function* () {
    for (const file of base.files.values()) if (isKept(file.path)) yield file;
    yield* changed.values();
  };
  return {
    get,
    has: (path) => get(path) !== undefined,
    *keys() {
      for (const { path } of values()) yield path;
    },
    values,
  };
}
