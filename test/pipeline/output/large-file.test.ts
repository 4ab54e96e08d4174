import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encode, withSmaller } from '../../../pipeline/output/encode.ts';
import { layoutOf } from '../../../pipeline/output/layout.ts';
import type { OutputFile } from '../../../pipeline/output/output-file.ts';
import { DeploymentWriter } from '../../../pipeline/output/write.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'docent-out-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const line = (n: number) => Buffer.from(`Line ${n} of a long text.\n`);
function* lines(count: number) {
  for (let n = 0; n < count; n++) yield line(n);
}

/** Writes lines as a file in parts; answers its entry, and what is on the disk. */
async function write(count: number) {
  const writer = new DeploymentWriter(layoutOf(out), `dpl_${'0'.repeat(26)}`);
  const hashes: string[] = [];
  const file: OutputFile = {
    path: 'texts/all.txt',
    address: '/texts/all.txt',
    content: () => ({ parts: lines(count), onHash: (hash) => hashes.push(hash) }),
  };
  const entry = await writer.add(file);
  const path = join(out, 'deployments', `.half-dpl_${'0'.repeat(26)}`, 'site/texts/all.txt');
  return { entry, hashes, bytes: readFileSync(path), gzip: readFileSync(`${path}.gz`) };
}

for (const [size, count] of [
  ['small', 100],
  ['large', 100_000],
] as const) {
  test(`a ${size} file in parts is written like one that is whole`, async () => {
    const { entry, hashes, bytes, gzip } = await write(count);
    const whole = Buffer.concat([...lines(count)]);
    const expected = await withSmaller('all.txt', encode('all.txt', whole));
    expect(bytes.equals(whole)).toBe(true);
    expect(gzip.equals(expected.gzip ?? Buffer.alloc(0))).toBe(true);
    expect(gunzipSync(gzip).equals(whole)).toBe(true);
    expect(entry).toMatchObject({ hash: expected.hash, bytes: whole.length });
    expect(entry?.encodings).toEqual(expected.br ? ['br', 'gzip'] : ['gzip']);
    expect(hashes).toEqual([expected.hash]);
  });
}
