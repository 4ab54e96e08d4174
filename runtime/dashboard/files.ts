import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
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

/** Texts are on the disk as Brotli alone, which is a third of all forms. */
function readCompiled(): DashboardFile[] {
  return readdirSync(compiled).map((name): DashboardFile => {
    const bytes = new Uint8Array(readFileSync(join(compiled, name)));
    if (!name.endsWith('.br')) return { name, type: typeOf(name), plain: bytes };
    const text = name.slice(0, -'.br'.length);
    const plain = brotliDecompressSync(bytes);
    return { name: text, type: typeOf(text), plain, br: bytes, gzip: gzipSync(plain) };
  });
}
