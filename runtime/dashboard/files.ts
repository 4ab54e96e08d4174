import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DashboardFile, typeOf } from './file.ts';

/** Where compilation puts the files of `bundleDashboard`. */
const compiled = join(import.meta.dirname, 'assets');

/** The files of the dashboard by name: the compiled ones, or bundled now from the sources. */
export async function openDashboardFiles(): Promise<ReadonlyMap<string, DashboardFile>> {
  const files = existsSync(compiled) ? readCompiled() : await bundled();
  return new Map(files.map((file) => [file.name, file]));
}

/** A server loads the bundler only when someone opens the dashboard from its sources. */
async function bundled(): Promise<readonly DashboardFile[]> {
  const { bundleDashboard } = await import('./bundle.ts');
  return bundleDashboard();
}

function readCompiled(): DashboardFile[] {
  const read = (name: string) => new Uint8Array(readFileSync(join(compiled, name)));
  return readdirSync(compiled)
    .filter((name) => /\.(html|js|css|webp)$/.test(name))
    .map((name) => ({
      name,
      type: typeOf(name),
      plain: read(name),
      br: read(`${name}.br`),
      gzip: read(`${name}.gz`),
    }));
}
