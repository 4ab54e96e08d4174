import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build, type ImportKind, type Plugin } from 'esbuild';
import { expect, it } from 'vitest';
import { importsMain } from '../../../../pipeline/site/layout/imports-main.ts';

const sources = {
  'main.ts': `import { shared } from './shared.ts';
    import('./opener.ts'); import('./other.ts'); shared();`,
  'shared.ts': `export const shared = () => console.log('shared');`,
  'opener.ts': `export const open = () => import('./later.ts');`,
  'other.ts': `import { later } from './later.ts'; later();`,
  'later.ts': `import { shared } from './shared.ts'; export const later = () => shared();`,
};

it.each<ImportKind>(['dynamic-import', 'import-statement'])(
  'makes one module of what every page loads, also when each %s is found last',
  async (last) => {
    const { metafile } = await bundleIn(await writeSources(), [late(last)]);
    const ofMain = Object.values(metafile.outputs).find(
      ({ entryPoint }) => entryPoint === 'main.ts',
    );
    const direct = ofMain?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
    expect(direct).toHaveLength(1);
    expect(Object.keys(metafile.outputs[direct[0]?.path ?? '']?.inputs ?? {}).sort()).toEqual([
      'main.ts',
      'shared.ts',
    ]);
  },
);

it('gives chunks the same names in any folder', async () => {
  const namesIn = async (folder: string) => Object.keys((await bundleIn(folder)).metafile.outputs);
  expect(await namesIn(await writeSources())).toEqual(await namesIn(await writeSources()));
});

async function writeSources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-'));
  for (const [name, code] of Object.entries(sources)) await writeFile(join(folder, name), code);
  return folder;
}

function bundleIn(folder: string, plugins: readonly Plugin[] = []) {
  return build({
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    chunkNames: '[name]-[hash]',
    write: false,
    metafile: true,
    plugins: [...plugins, importsMain(join(folder, 'main.ts'))],
  });
}

/** Holds imports of a kind back, so that those of the other one are read first. */
function late(last: ImportKind): Plugin {
  return {
    name: 'late',
    setup(bundle) {
      bundle.onResolve({ filter: /later/ }, async ({ kind }) => {
        if (kind === last) await setTimeout(200);
        return undefined;
      });
    },
  };
}
