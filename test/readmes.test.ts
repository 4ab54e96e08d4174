import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './support/corpus.ts';

/** What the first column of the tables of a README names, below the folder that the sentence before a table names. */
function namedIn(layer: string): readonly string[] {
  const names: string[] = [];
  let folder = '';
  for (const line of readFileSync(join(projectRoot, layer, 'README.md'), 'utf8').split('\n')) {
    if (line.startsWith('|')) {
      const [, cell = ''] = line.split('|');
      for (const [, name = ''] of cell.matchAll(/`([^`]+)`/g)) names.push(`${folder}${name}`);
    } else if (line !== '') {
      folder = /^In `([\w-]+\/)`/.exec(line)?.[1] ?? '';
    }
  }
  return names;
}

test.each(['schema', 'pipeline', 'runtime', 'commands'])(
  'the README of %s/ names files that exist',
  (layer) => {
    const names = namedIn(layer);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !existsSync(join(projectRoot, layer, name)))).toEqual([]);
  },
);

test.each(['pipeline', 'runtime'])(
  'the README of %s/ names its folders and the files next to them',
  (layer) => {
    const names = new Set(namedIn(layer));
    const entries = readdirSync(join(projectRoot, layer), { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name,
    );
    expect(entries.filter((name) => name !== 'README.md' && !names.has(name))).toEqual([]);
  },
);
