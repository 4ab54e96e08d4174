import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configFileIn } from '../pipeline/config/file.ts';
import { migrateConfig } from '../pipeline/config/migrate.ts';
import type { CommandContext } from './context.ts';
import { printProblems } from './problems.ts';
import { siteFolder } from './site-folder.ts';

/** `docent migrate`: converts another dialect's docs.json, or its earlier mint.json, to this one. */
export async function migrate(
  dir: string,
  options: { readonly write?: boolean },
  { to }: CommandContext,
): Promise<number> {
  const folder = siteFolder(dir);
  const source = configFileIn(folder);
  const file = join(folder, 'docs.json');
  const result = migrateConfig(readFileSync(join(folder, source), 'utf8'), {
    file: source,
    readRef: (path) => {
      const target = resolve(folder, path);
      if (!target.startsWith(join(folder, '/')) || !existsSync(target)) return undefined;
      return readFileSync(target);
    },
  });
  await printProblems(dir, result.problems, { ...to, out: to.err });
  if (result.problems.some((problem) => problem.severity === 'error')) return 1;
  if (!options.write) to.out(result.text.trimEnd());
  else if (source !== 'docs.json') {
    writeFileSync(file, result.text);
    to.out(`${file} written; ${source} is not read any more, and can be removed.`);
  } else if (result.changed) {
    writeFileSync(file, result.text);
    to.out(`${file} rewritten.`);
  } else to.out(`${file} needs no changes.`);
  return 0;
}
