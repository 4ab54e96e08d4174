import { dirname } from 'node:path';
import type { Problem } from '../../schema/errors.ts';
import type { OutputFile } from './output-file.ts';

/** The names and addresses that files of a deployment have. */
export interface Claims {
  /** What was refused, and why. */
  readonly problems: Problem[];
  /** Refuses paths that leave the folder, and two files of one name or address. */
  readonly claim: (file: OutputFile) => boolean;
  /** Takes back a claimed file, as if it had never been requested. */
  readonly release: (file: OutputFile) => void;
}

/** Claims of a deployment without files. */
export function createClaims(): Claims {
  const problems: Problem[] = [];
  const taken = new Map<string, 'file' | 'folder'>();
  const addresses = new Set<string>();
  const refuse = (ruleId: string, reason: string, note: string): false => {
    problems.push({ severity: 'error', source: 'output', ruleId, file: '', reason, note });
    return false;
  };
  return {
    problems,
    claim(file) {
      if (!isSafe(file.path)) {
        return refuse(
          'output-path',
          `Can't write the path "${file.path}": it is outside the site folder, or not a valid file name.`,
          'Choose another path for the page.',
        );
      }
      const scope = scopeOf(file);
      const clash =
        addresses.has(file.address) ||
        taken.has(scope + file.path) ||
        parents(file.path).some((folder) => taken.get(scope + folder) === 'file');
      if (clash) {
        return refuse(
          'output-clash',
          `Two files of the site have the same URL ${file.address}.`,
          'Rename one of them, or remove it.',
        );
      }
      addresses.add(file.address);
      taken.set(scope + file.path, 'file');
      for (const folder of parents(file.path)) taken.set(scope + folder, 'folder');
      return true;
    },
    release(file) {
      addresses.delete(file.address);
      taken.delete(scopeOf(file) + file.path);
    },
  };
}

/** Inside its folder, and with names that every file system takes. */
export function isSafe(path: string): boolean {
  return (
    path !== '' &&
    !/[\\\0]/.test(path) &&
    path
      .split('/')
      .every(
        (name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 250,
      )
  );
}

/** Public and protected files lie in folders of their own. */
function scopeOf(file: OutputFile): string {
  return file.protected ? 'p/' : 's/';
}

function parents(path: string): string[] {
  const found: string[] = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) found.push(folder);
  return found;
}
