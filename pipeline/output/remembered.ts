/**
 * Results of work that took a while, for those who need them again soon: those asked for last, and none for longer than
 * `age`, in milliseconds. Work that fails is done again.
 */
export class Remembered<T> {
  readonly #most: number;
  readonly #age: number;
  readonly #results = new Map<string, Promise<T>>();

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
      return known;
    }
    const result = work();
    const forget = () => {
      if (this.#results.get(name) === result) this.#results.delete(name);
    };
    this.#results.set(name, result);
    result.catch(forget);
    setTimeout(forget, this.#age).unref();
    const [oldest] = this.#results.keys();
    if (this.#results.size > this.#most && oldest !== undefined) this.#results.delete(oldest);
    return result;
  }

  forget(name: string): void {
    this.#results.delete(name);
  }
}
