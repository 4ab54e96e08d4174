/** What a computation asked of the maps it was given: key → digest of what it found, null for nothing. */
export interface Dependencies {
  /** Map name → key → what was found. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  /** Names of maps that were walked as a whole, with the digest of the whole. */
  readonly whole: Readonly<Record<string, string>>;
}

/** Digests of a site's maps, to record with and to verify against. */
export interface Digests {
  /** Digest of one entry; undefined when there is none. */
  of(map: string, key: string): string | undefined;
  /** Digest of all entries. */
  all(map: string): string;
}

/** Whether everything that was asked for would be answered in the same way now. */
export function stillTrue(dependencies: Dependencies, digests: Digests): boolean {
  for (const name in dependencies.values) {
    const asked = dependencies.values[name] ?? {};
    for (const key in asked) {
      const was = asked[key] ?? null;
      const is = digests.of(name, key) ?? null;
      // Only asked whether it is there.
      if (was === present ? is === null : was !== is) return false;
    }
  }
  for (const name in dependencies.whole) {
    if (dependencies.whole[name] !== digests.all(name)) return false;
  }
  return true;
}

const present = '+';

/**
 * Maps that remember what they are asked, so that a page is made again exactly when an answer it got
 * would be another one today.
 */
export class Recorder {
  private values: Record<string, Record<string, string | null>> = {};
  private whole: Record<string, string> = {};
  private readonly digests: Digests;

  constructor(digests: Digests) {
    this.digests = digests;
  }

  /** A view of a map that records under this name. */
  watch<V>(name: string, map: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
    const note = (key: string, value: string | null): void => {
      this.values[name] ??= {};
      const asked = this.values[name];
      // What was read stays recorded as read, also when it is only looked for later.
      if (value !== present || asked[key] === undefined) asked[key] = value;
    };
    const all = (): ReadonlyMap<string, V> => {
      this.whole[name] = this.digests.all(name);
      return map;
    };
    return {
      get: (key) => {
        note(key, this.digests.of(name, key) ?? null);
        return map.get(key);
      },
      has: (key) => {
        const has = map.has(key);
        note(key, has ? present : null);
        return has;
      },
      get size() {
        return all().size;
      },
      forEach: (callback) => all().forEach((value, key) => void callback(value, key, map)),
      entries: () => all().entries(),
      keys: () => all().keys(),
      values: () => all().values(),
      [Symbol.iterator]: () => all()[Symbol.iterator](),
    };
  }

  /** What was asked since the last call. */
  take(): Dependencies {
    const taken = { values: this.values, whole: this.whole };
    this.values = {};
    this.whole = {};
    return taken;
  }
}
