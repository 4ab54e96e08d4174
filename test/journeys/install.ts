// Replaces `npm install <file>`, which would request the dependencies from a registry: unpacks the
// package like npm, and links only the packages listed in its package.json from the checkout.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface PackageJson {
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const [, , file = ''] = process.argv;
const checkout = resolve(import.meta.dirname, '../../node_modules');
const modules = resolve('node_modules');
const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

mkdirSync(join(modules, '.bin'), { recursive: true });
mkdirSync(join(modules, 'docent'));
execFileSync('tar', ['-xzf', file, '--strip-components', '1', '-C', join(modules, 'docent')]);

const docent = readPackage(join(modules, 'docent'));
for (const name of Object.keys(docent.dependencies ?? {})) {
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  readPackage(join(checkout, name));
  symlinkSync(join(checkout, name), join(modules, name));
}
for (const name of Object.keys(docent.optionalDependencies ?? {})) {
  if (!existsSync(join(checkout, name))) continue;
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(join(checkout, name), join(modules, name));
}
for (const name of ['docent', ...Object.keys(docent.optionalDependencies ?? {})]) {
  if (!existsSync(join(modules, name))) continue;
  const { bin = {} } = readPackage(join(modules, name));
  for (const [command, path] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin)) {
    symlinkSync(join('..', name, path), join(modules, '.bin', command));
  }
}
const own = JSON.parse(readFileSync('package.json', 'utf8'));
own.dependencies = { docent: `file:${file.replace(/^\.\//, '')}` };
writeFileSync('package.json', `${JSON.stringify(own, null, 2)}\n`);
