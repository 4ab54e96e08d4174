import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { sectionSchemas } from '../../schema/config/sections.ts';
import { isValidSection } from '../../schema/config/valid-section.ts';
import { precompileSections } from '../../schema/validation/precompile.ts';
import { mistakes, textOf } from '../pipeline/config/mistakes.ts';
import { tempDir } from '../support/temp.ts';
import { samples } from './field-samples.ts';

test('checks that were generated ahead say what the schema says', async () => {
  const { outputFiles } = await build({
    stdin: { contents: precompileSections(), resolveDir: 'schema/config', loader: 'js' },
    ...{ bundle: true, format: 'esm', platform: 'node', write: false },
  });
  const file = join(tempDir(), 'sections.mjs');
  const code = outputFiles[0]?.text ?? '';
  writeFileSync(file, code);
  expect(code).not.toMatch(/new Function|\beval\(/);
  const ahead: { isValidSection: typeof isValidSection } = await import(pathToFileURL(file).href);
  const seen = { valid: 0, wrong: 0 };
  for (const written of [...mistakes.map(([, config]) => parsed(textOf(config))), ...samples]) {
    for (const name of sectionSchemas.keys()) {
      if (typeof written !== 'object' || written === null || !Object.hasOwn(written, name))
        continue;
      const isValid = isValidSection(name, written);
      expect(ahead.isValidSection(name, written), `${name} of ${JSON.stringify(written)}`).toBe(
        isValid,
      );
      seen[isValid ? 'valid' : 'wrong']++;
    }
  }
  expect(Math.min(seen.valid, seen.wrong)).toBeGreaterThan(20);
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
