/**
 * Remembers the last few results of a pure function by a text: `docent dev` builds on every change of
 * a page, and descriptions are large and rarely change. Without it a build is slower and the same.
 */
export function rememberLast<T>(most: number): (key: string, compute: () => T) => T {
  const kept = new Map<string, T>();
  return (key, compute) => {
    const found = kept.get(key);
    const value = found ?? compute();
    // Moved to the end: the first key is always the one that was not asked for longest.
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > most) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    return value;
  };
}
