import { main } from '../../cli.ts';

/** Runs a command line without a terminal; each stream as what was printed, without the last line break. */
export async function docent(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(['node', 'docent', ...args], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    interactive: false,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
