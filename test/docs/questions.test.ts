import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { docent } from '../support/command.ts';
import { projectRoot } from '../support/corpus.ts';
import { tempDir } from '../support/temp.ts';

test('the handbook answers its own questions', async () => {
  const docs = join(projectRoot, 'docs');
  const out = tempDir();
  await buildSite(docs, out);
  const { code, out: printed } = await docent('ask', docs, '--out', out);
  expect(printed).toContain('questions as expected (100 %');
  expect(code).toBe(0);
}, 120_000);
