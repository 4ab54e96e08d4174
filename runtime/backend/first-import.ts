import { setTimeout as sleep } from 'node:timers/promises';

/** The import of the deployments that a server finds when it starts. */
export interface FirstImport {
  /** Resolves when everything is imported, or has had its time. */
  readonly done: Promise<void>;
  /** What the server is not ready for; undefined once it is. */
  readonly trouble: () => string | undefined;
}

/** Milliseconds after which a server is ready without it: the storage may be away, and readers have their pages. */
const patience = 10_000;

/** Follows an import, which must not reject. */
export function followImport(imported: Promise<unknown>, limit: number = patience): FirstImport {
  let isDone = false;
  const given = new AbortController();
  const late = sleep(limit, undefined, { ref: false, signal: given.signal }).catch(() => {});
  const done = Promise.race([imported, late]).then(() => {
    isDone = true;
    given.abort();
  });
  return {
    done,
    trouble: () => (isDone ? undefined : 'The deployments of this server are being imported.'),
  };
}
