/**
 * Results of work that took a while, for those who need them again soon: those asked for last, and none for longer than
 * `age`, in milliseconds. Work that fails is done again.
 */
export class Remembered<T> {
  readonly #most: number;
  readonly #age: number;
  readonly #results = new Map<string, Result<T>>();

  constructor({ most, age }: { readonly most: number; readonly age: number }) {
    this.#most = most;
    this.#age = age;
  }

  through(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#results.get(name);
    if (known) {
      // The last one asked for is the last to go.
      this.#results.delete(name);
      this.#results.set(name, known);
      return known.value;
    }
    const value = work();
    const timer = setTimeout(() => this.forget(name), this.#age).unref();
    this.#results.set(name, { value, timer });
    value.catch(() => {
      if (this.#results.get(name)?.value === value) this.forget(name);
    });
    const [oldest] = this.#results.keys();
    if (this.#results.size > this.#most && oldest !== undefined) this.forget(oldest);
    return value;
  }

  forget(name: string): void {
    // Its timer would keep a large result in memory.
    clearTimeout(this.#results.get(name)?.timer);
    this.#results.delete(name);
  }
}

interface Result<T> {
  readonly value: Promise<T>;
  readonly timer: NodeJS.Timeout;
}
