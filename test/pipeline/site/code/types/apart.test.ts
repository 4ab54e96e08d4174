import { expect, test } from 'vitest';
import { typesApart } from '../../../../../pipeline/site/code/types/apart.ts';
import { tempDir, writeFiles } from '../../../../support/temp.ts';

test('blocks are answered in their order, and a wrong one stops none after it', async () => {
  const answers = await Promise.all([
    typesApart({ code: 'const a = 1;', language: 'ts' }),
    typesApart({ code: 'let b;\n      // ^?', language: 'ts' }),
    typesApart({ code: 'const c = 3;', language: 'ts' }),
  ]);
  expect(answers).toMatchObject([
    { types: { hovers: [{ text: 'const a: 1' }] } },
    { failure: expect.stringContaining('Invalid quick info query') },
    { types: { hovers: [{ text: 'const c: 3' }] } },
  ]);
});

test('a block that takes too long ends its thread, and the next one has another', async () => {
  // A hundred thousand members that a conditional type goes through.
  const slow = `type D = '0'|'1'|'2'|'3'|'4'|'5'|'6'|'7'|'8'|'9';
type All = \`\${D}\${D}\${D}\${D}\`;
type Twice<T extends string> = T extends \`\${infer A}\${infer B}\` ? [\`\${A}\${B}\`, Twice<B>] : never;
const all: Twice<All> = 1;
`;
  const [late, next] = await Promise.all([
    typesApart({ code: slow.repeat(3), language: 'ts' }, 50),
    typesApart({ code: 'const a = 1;', language: 'ts' }),
  ]);
  expect(late).toEqual({ failure: 'The compiler took longer than 0.05 seconds' });
  expect(next).toMatchObject({ types: { hovers: [{ text: 'const a: 1' }] } });
});

test('packages of one site are unknown to the code of another', async () => {
  const dir = writeFiles(tempDir(), {
    'node_modules/own/package.json': { version: '1.0.0', types: 'index.d.ts' },
    'node_modules/own/index.d.ts': 'export declare const own: 1;\n',
  });
  const asked = { code: "import { own } from 'own';\nown;", language: 'ts' } as const;
  const answers = await Promise.all([
    typesApart({ ...asked, dir }),
    typesApart({ ...asked, dir: tempDir() }),
  ]);
  expect(answers).toMatchObject([
    { types: { faults: [] } },
    { types: { faults: [{ line: 0, text: expect.stringContaining("Cannot find module 'own'") }] } },
  ]);
});
