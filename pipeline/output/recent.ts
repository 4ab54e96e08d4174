/** What was asked last of all deployments; their files never change. */
const recent = new Map<string, { readonly value: unknown; readonly size: number }>();
let recentSize = 0;
/** Characters that are kept; as values they take two or three bytes each. */
const mostRecent = 12_000_000;

/** A value of a deployment, read as JSON when it is not kept from before. */
export function kept<T>(name: string, read: () => string | undefined): T | undefined {
  let known = recent.get(name);
  if (known) recent.delete(name);
  else {
    const text = read();
    if (text === undefined) return undefined;
    known = { value: JSON.parse(text), size: name.length + text.length };
    recentSize += known.size;
  }
  // The last one asked is the last to go.
  recent.set(name, known);
  for (const [other, { size }] of recent) {
    if (recentSize <= mostRecent || other === name) break;
    recent.delete(other);
    recentSize -= size;
  }
  return known.value as T;
}
