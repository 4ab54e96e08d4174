/** Does something with each item, `atOnce` of them at a time; the first error ends it. */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const lane = async () => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** The results of work with each item, in order; up to `atOnce` of them are worked on while one is used. */
export async function* ahead<T, R>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const rest = items[Symbol.iterator]();
  const begun: Promise<R>[] = [];
  const begin = () => {
    const next = rest.next();
    if (next.done) return;
    const result = work(next.value);
    // It is awaited in its turn, unless one before it fails.
    result.catch(() => {});
    begun.push(result);
  };
  for (let count = 0; count < atOnce; count++) begin();
  for (let first = begun.shift(); first; first = begun.shift()) {
    const result = await first;
    begin();
    yield result;
  }
}
