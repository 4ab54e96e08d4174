/** The form the client likes best; on a tie the smaller one, which is `br`. */
export function chooseEncoding(
  headers: Headers,
  encodings: readonly ('br' | 'gzip')[],
): 'br' | 'gzip' | undefined {
  const accepted = new Map<string, number>();
  for (const part of (headers.get('accept-encoding') ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
    if (name) accepted.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const any = accepted.get('*') ?? 0;
  const weightOf = (name: string) => accepted.get(name) ?? any;
  const identity = accepted.get('identity') ?? 0;
  const [best] = (['br', 'gzip'] as const)
    .filter((name) => encodings.includes(name) && weightOf(name) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a));
  return best && weightOf(best) >= identity ? best : undefined;
}
