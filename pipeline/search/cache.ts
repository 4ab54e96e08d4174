/** A piece that is missing, or no JSON. */
export class PieceError extends Error {
  override readonly name = 'PieceError';
}

/** Names that are remembered after one use. */
const mostNames = 10_000;

/** A value, and how many bytes it takes, about. */
export interface Sized<T> {
  readonly value: T;
  readonly size: number;
}

/**
 * What was asked last, of all sites together: all that searching keeps in memory. A value is kept from
 * its second use: where a thousand sites are asked a question each, hardly any is asked again before it
 * has to go, and values that live a while and then go are what garbage collection pauses for.
 */
export class PieceCache {
  private readonly limit: number;
  /** Those that are still being made have no size yet. */
  private readonly entries = new Map<string, { readonly value: unknown; size: number }>();
  private readonly usedOnce = new Set<string>();
  private size = 0;

  /** How many bytes it holds, about. */
  constructor(limit = 80_000_000) {
    this.limit = limit;
  }

  /** Bytes that it holds now. */
  get bytes(): number {
    return this.size;
  }

  /** The value of a name, made when it isn't here; those who ask at once wait for the same one. */
  get<T>(name: string, make: () => Promise<Sized<T>>): Promise<T> {
    const known = this.entries.get(name);
    if (known) {
      // The last one asked is the last to go.
      this.entries.delete(name);
      this.entries.set(name, known);
      return known.value as Promise<T>;
    }
    const value = make().then(
      ({ value, size }) => {
        this.count(name, name.length + size);
        return value;
      },
      (error) => {
        this.entries.delete(name);
        throw error;
      },
    );
    this.entries.set(name, { value, size: 0 });
    return value;
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
      if (other === name || gone === 0) continue;
      this.entries.delete(other);
      this.size -= gone;
    }
  }
}
