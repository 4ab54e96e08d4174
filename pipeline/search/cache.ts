/** A piece that is missing, or no JSON. */
export class PieceError extends Error {
  override readonly name = 'PieceError';
}

/** The pieces that were asked last, of all sites together: what searching keeps in memory. */
export class PieceCache {
  private readonly limit: number;
  private readonly pieces = new Map<string, { readonly value: Promise<unknown>; size: number }>();
  private size = 0;

  /** How many characters it holds; as values they take about three bytes each. */
  constructor(limit = 8_000_000) {
    this.limit = limit;
  }

  /** The piece of a name, read when it isn't here. */
  get<T>(name: string, read: () => Promise<string | undefined>): Promise<T> {
    const known = this.pieces.get(name);
    if (known) {
      // The last one asked is the last to go.
      this.pieces.delete(name);
      this.pieces.set(name, known);
      return known.value as Promise<T>;
    }
    const value = read().then((text): unknown => {
      try {
        if (text === undefined) throw new Error('it is not there');
        const piece: unknown = JSON.parse(text);
        this.keep(name, text.length);
        return piece;
      } catch (error) {
        this.pieces.delete(name);
        throw new PieceError(`${name} can't be read: ${(error as Error).message}`);
      }
    });
    this.pieces.set(name, { value, size: 0 });
    return value as Promise<T>;
  }

  private keep(name: string, size: number): void {
    const entry = this.pieces.get(name);
    if (!entry) return;
    entry.size = size;
    this.size += size;
    for (const [other, { size: gone }] of this.pieces) {
      if (this.size <= this.limit) return;
      // One that is still being read has no size yet.
      if (other === name || gone === 0) continue;
      this.pieces.delete(other);
      this.size -= gone;
    }
  }
}
