import { useEffect, useState } from 'preact/hooks';
import { type Answered, ask, Failure } from './ask.ts';

/** What is known about an address of the API. */
export interface Known<Data> {
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  /** Asked now, and nothing is known yet. */
  readonly isLoading: boolean;
}

/** The same for a list, as far as it was read. */
export interface KnownList<Row> extends Omit<Known<Row[]>, 'data'> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Reads the next part; undefined at the end. */
  readonly more: (() => void) | undefined;
  readonly isReadingMore: boolean;
}

interface Entry {
  answer: Answered<unknown> | undefined;
  failure: Failure | undefined;
  asked: Promise<void> | undefined;
  /** When it was last answered, in milliseconds. */
  at: number;
  /** A newer change: what was asked before it is not kept. */
  version: number;
  readonly watchers: Set<() => void>;
}

const entries = new Map<string, Entry>();
/** Milliseconds for which an answer is taken as it is when something shows it again. */
const fresh = 5_000;
/** Answers kept that nothing shows. */
const mostIdle = 60;

function entryOf(key: string): Entry {
  const known = entries.get(key);
  if (known) return known;
  const entry: Entry = {
    ...{ answer: undefined, failure: undefined, asked: undefined, at: 0, version: 0 },
    watchers: new Set(),
  };
  entries.set(key, entry);
  const idle = [...entries].filter(([name, { watchers }]) => name !== key && watchers.size === 0);
  for (const [name] of idle.slice(0, Math.max(0, idle.length - mostIdle))) entries.delete(name);
  return entry;
}

function tell(entry: Entry): void {
  for (const watcher of [...entry.watchers]) watcher();
}

/** Reads an address again, once for everything that shows it. */
function read(key: string): Promise<void> {
  const entry = entryOf(key);
  if (entry.asked) return entry.asked;
  const { version } = entry;
  entry.asked = ask<unknown>('GET', key)
    .then(
      (answer) => {
        if (entry.version !== version) return;
        entry.answer = answer;
        entry.failure = undefined;
      },
      (error: unknown) => {
        entry.failure = error instanceof Failure ? error : new Failure(String(error));
      },
    )
    .finally(() => {
      entry.asked = undefined;
      entry.at = Date.now();
      tell(entry);
      if (entry.version !== version) void read(key);
    });
  return entry.asked;
}

/** Reads everything again that is shown and begins so: after a change, a sign-in, or a lost connection. */
export function refresh(prefix = ''): void {
  for (const [key, entry] of [...entries]) {
    if (!key.startsWith(prefix)) continue;
    entry.version++;
    if (entry.watchers.size > 0) {
      if (!entry.asked) void read(key);
    } else entries.delete(key);
  }
}

/** Forgets everything: another member signs in. */
export function forget(): void {
  for (const entry of entries.values()) {
    entry.version++;
    entry.answer = undefined;
    entry.failure = undefined;
  }
  refresh();
}

/**
 * Shows a change before the server has confirmed it.
 * @returns what takes it back
 */
export function foresee<Data>(prefix: string, change: (data: Data) => Data): () => void {
  const before = [...entries].flatMap(([key, entry]) =>
    key.startsWith(prefix) && entry.answer ? [{ entry, answer: entry.answer }] : [],
  );
  for (const { entry, answer } of before) {
    entry.answer = { ...answer, data: change(answer.data as Data) };
    tell(entry);
  }
  return () => {
    for (const { entry, answer } of before) {
      entry.answer = answer;
      tell(entry);
    }
  };
}

/** What the API says at an address; undefined asks nothing. `every` reads it again after so many milliseconds. */
export function useApi<Data>(key: string | undefined, every?: number): Known<Data> {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (key === undefined) return undefined;
    const entry = entryOf(key);
    const watcher = () => redraw((count) => count + 1);
    entry.watchers.add(watcher);
    if (!entry.answer || Date.now() - entry.at > fresh) void read(key);
    watcher();
    const timer = every === undefined ? undefined : setInterval(() => void read(key), every);
    return () => {
      entry.watchers.delete(watcher);
      clearInterval(timer);
    };
  }, [key, every]);
  const entry = key === undefined ? undefined : entries.get(key);
  return {
    data: entry?.answer?.data as Data | undefined,
    failure: entry?.failure,
    isLoading: key !== undefined && !entry?.answer && !entry?.failure,
  };
}

/** A list of the API: its first part at once, further ones when they are asked for. */
export function useList<Row>(key: string | undefined): KnownList<Row> {
  const first = useApi<readonly Row[]>(key);
  const head = key === undefined ? undefined : entries.get(key)?.answer;
  const [rest, setRest] = useState<{
    readonly head: unknown;
    readonly rows: readonly Row[];
    readonly next: string | undefined;
    readonly isReading: boolean;
    readonly failure?: Failure;
  }>();
  // Further parts belong to the first part that they were read after.
  const further = rest?.head === head ? rest : undefined;
  const next = further ? further.next : head?.next;
  const more = () => {
    if (next === undefined || further?.isReading) return;
    const known = further?.rows ?? [];
    setRest({ head, rows: known, next, isReading: true });
    ask<readonly Row[]>('GET', next).then(
      (answer) =>
        setRest({ head, rows: [...known, ...answer.data], next: answer.next, isReading: false }),
      (failure: Failure) => setRest({ head, rows: known, next, isReading: false, failure }),
    );
  };
  return {
    rows: [...(first.data ?? []), ...(further?.rows ?? [])],
    total: head?.total ?? 0,
    failure: first.failure ?? further?.failure,
    isLoading: first.isLoading,
    more: next === undefined ? undefined : more,
    isReadingMore: further?.isReading ?? false,
  };
}
