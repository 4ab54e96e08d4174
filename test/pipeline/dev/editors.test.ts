import { expect, test } from 'vitest';
import { editorAddress } from '../../../pipeline/dev/editors.ts';

const at = { line: 12, column: 3 };

test.each([
  ['vscode', 'vscode://file/site/a%20b/c%23d.mdx:12:3'],
  ['cursor', 'cursor://file/site/a%20b/c%23d.mdx:12:3'],
  ['windsurf', 'windsurf://file/site/a%20b/c%23d.mdx:12:3'],
  ['zed', 'zed://file/site/a%20b/c%23d.mdx:12:3'],
  ['webstorm', 'webstorm://open?file=%2Fsite%2Fa%20b%2Fc%23d.mdx&line=12&column=3'],
  ['idea', 'idea://open?file=%2Fsite%2Fa%20b%2Fc%23d.mdx&line=12&column=3'],
] as const)('%s opens a file by an address', (editor, address) => {
  expect(editorAddress(editor, '/site/a b/c#d.mdx', at)).toBe(address);
});

test('a Windows path also starts with a slash', () => {
  expect(editorAddress('vscode', 'C:\\site\\a.mdx', at)).toBe('vscode://file/C:/site/a.mdx:12:3');
});
