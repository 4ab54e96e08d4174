import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { initSite } from '../pipeline/init.ts';
import type { CommandContext } from './context.ts';

/** `docent init`: a small starter site. */
export async function init(dir: string, { to }: CommandContext): Promise<number> {
  if (existsSync(join(dir, 'docs.json'))) {
    to.err(
      `${join(dir, 'docs.json')} already exists, so this is already a site. Nothing was written.`,
    );
    return 1;
  }
  const { written, kept } = initSite(dir);
  for (const path of written) to.out(`  + ${join(dir, path)}`);
  for (const path of kept) to.out(`  = ${join(dir, path)} (already exists, kept)`);
  to.out(`Next: npx docent dev ${dir === '.' ? '' : dir}`.trimEnd());
  return 0;
}
