const yes = /^(?:(?:circle|square|badge|octagon)-)?check(?:-(?:circle|square|big|double))?$/;
const no = /^(?:(?:circle|square|octagon)-)?(?:xmark|times|x)(?:-(?:circle|square))?$/;

/** What an icon says by itself that means yes or no, as in the cells of a comparison; undefined for all others. */
export function signOf(icon: unknown): '✓' | '✗' | undefined {
  if (typeof icon !== 'string') return undefined;
  const name = icon.slice(icon.lastIndexOf(':') + 1);
  if (yes.test(name)) return '✓';
  return no.test(name) ? '✗' : undefined;
}
