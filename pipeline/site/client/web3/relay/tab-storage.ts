const place = 'docent-relay';

/**
 * Where a session is kept: in this tab, so that its other pages have it, and nothing is left afterwards. A
 * browser that forbids storage keeps it for the page.
 */
export class TabStorage {
  readonly #values = new Map<string, unknown>(recall());

  async getKeys(): Promise<string[]> {
    return [...this.#values.keys()];
  }

  async getEntries<T>(): Promise<[string, T][]> {
    return [...this.#values] as [string, T][];
  }

  async getItem<T>(key: string): Promise<T | undefined> {
    return this.#values.get(key) as T | undefined;
  }

  async setItem(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    this.#save();
  }

  async removeItem(key: string): Promise<void> {
    this.#values.delete(key);
    this.#save();
  }

  #save(): void {
    try {
      sessionStorage.setItem(place, JSON.stringify([...this.#values]));
    } catch {
      // Forbidden, or full.
    }
  }
}

function recall(): readonly [string, unknown][] {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '[]') as [string, unknown][];
  } catch {
    return [];
  }
}
