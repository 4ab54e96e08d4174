/** An error, or one that is wrapped in it: wallets and nodes put what happened at different depths. */
export type Layer = Readonly<Record<string, unknown>>;

/** An error and the ones in it, outermost first. */
export function layersOf(error: unknown): readonly Layer[] {
  const layers: Layer[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && layers.length < 8) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null) continue;
    const layer = next as Layer;
    layers.push(layer);
    waiting.push(layer.data, layer.error, layer.originalError, layer.cause);
  }
  return layers;
}

/** Whether an error, or one in it, has a code. */
export function hasCode(error: unknown, code: number): boolean {
  return layersOf(error).some((layer) => layer.code === code);
}
