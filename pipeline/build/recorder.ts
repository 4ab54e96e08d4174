/** What a computation asked of the maps it was given. */
export interface Dependencies {
  /**
   * Map name → key, digest of what was found or null for nothing, next key, and so on. A list: thousands
   * of objects whose keys are paths would be slow to fill and to read again.
   */
  readonly values: Readonly<Record<string, readonly (string | null)[]>>;
  /** Names of maps that were walked as a whole, with the digest of the whole. */
  readonly whole: Readonly<Record<string, string>>;
}

/** Digests of a site's maps, to record with and to verify against. */
export interface Digests {
  /** Digest of one entry; undefined if it does not exist. */
  of(map: string, key: string): string | undefined;
  /** Digest of all entries. */
  all(map: string): string;
}

/**
 * Whether everything that was asked for would be answered in the same way now. `changed` names, by map,
 * the keys that alone can have another answer than when it was asked last.
 */
export function stillTrue(
  dependencies: Dependencies,
  digests: Digests,
  changed?: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  for (const name in dependencies.values) {
    const asked = dependencies.values[name] ?? [];
    const suspects = changed?.get(name);
    if (suspects?.size === 0) continue;
    for (let at = 0; at < asked.length; at += 2) {
      const key = asked[at] ?? '';
      if (suspects && !suspects.has(key)) continue;
      const was = asked[at + 1] ?? null;
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
  private readonly values = new Map<string, Map<string, string | null>>();
  private whole: Record<string, string> = {};
  private readonly digests: Digests;

  constructor(digests: Digests) {
    this.digests = digests;
  }

  /** A view of a map that records under this name. */
  watch<V>(name: string, map: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
    const asked = new Map<string, string | null>();
    this.values.set(name, asked);
    const note = (key: string, value: string | null): void => {
      // What was read stays recorded as read, also when it is only looked for later.
      if (value !== present || !asked.has(key)) asked.set(key, value);
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
    const values: Record<string, (string | null)[]> = {};
    for (const [name, asked] of this.values) {
      if (asked.size > 0) values[name] = [...asked].flat();
      asked.clear();
    }
    const { whole } = this;
    this.whole = {};
    return { values, whole };
  }
}
