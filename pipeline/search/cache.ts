/** A piece that is missing, or no JSON. */
export class PieceError extends Error {
  override readonly name = 'PieceError';
}

/** Bytes that a character of JSON takes as a value, about. */
const bytesOfCharacter = 3;

/** Names that are remembered after one use. */
const mostNames = 10_000;

/**
 * What was asked last, of all sites together: all that searching keeps in memory. A value is kept from
 * its second use: where a thousand sites are asked a question each, hardly any is asked again before it
 * has to go, and values that live a while and then go are what garbage collection pauses for.
 */
export class PieceCache {
  private readonly limit: number;
  private readonly entries = new Map<string, { readonly value: unknown; size: number }>();
  private readonly usedOnce = new Set<string>();
  private size = 0;

  /** How many bytes it holds, about. */
  constructor(limit = 40_000_000) {
    this.limit = limit;
  }

  /** Bytes that it holds now. */
  get bytes(): number {
    return this.size;
  }

  /** The piece of a name, read when it isn't here. */
  get<T>(name: string, read: () => Promise<string | undefined>): Promise<T> {
    const known = this.known(name);
    if (known) return known.value as Promise<T>;
    const value = read().then((text): unknown => {
      try {
        if (text === undefined) throw new Error('the file does not exist');
        const piece: unknown = JSON.parse(text);
        this.count(name, (name.length + text.length) * bytesOfCharacter);
        return piece;
      } catch (error) {
        this.entries.delete(name);
        throw new PieceError(`can't read ${name}: ${(error as Error).message}`);
      }
    });
    this.entries.set(name, { value, size: 0 });
    return value as Promise<T>;
  }

  /** What is made of a piece, made when it isn't here. */
  keep<T>(name: string, make: () => T, sizeOf: (value: T) => number): T {
    const known = this.known(name);
    if (known) return known.value as T;
    const value = make();
    this.entries.set(name, { value, size: 0 });
    this.count(name, name.length * bytesOfCharacter + sizeOf(value));
    return value;
  }

  private known(name: string) {
    const known = this.entries.get(name);
    if (!known) return undefined;
    // The last one asked is the last to go.
    this.entries.delete(name);
    this.entries.set(name, known);
    return known;
  }

  private count(name: string, size: number): void {
    const entry = this.entries.get(name);
    if (!entry) return;
    if (!this.usedOnce.delete(name)) {
      this.entries.delete(name);
      this.usedOnce.add(name);
      const [oldest] = this.usedOnce;
      if (this.usedOnce.size > mostNames && oldest !== undefined) this.usedOnce.delete(oldest);
      return;
    }
    entry.size = size;
    this.size += size;
    for (const [other, { size: gone }] of this.entries) {
      if (this.size <= this.limit) return;
      // One that is still being read has no size yet.
      if (other === name || gone === 0) continue;
      this.entries.delete(other);
      this.size -= gone;
    }
  }
}
