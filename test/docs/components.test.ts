import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { components } from '../../pipeline/site/components/registry.ts';
import { projectRoot } from '../support/corpus.ts';

const pages = globSync('docs/components/*.mdx', { cwd: projectRoot }).map((file) =>
  readFileSync(join(projectRoot, file), 'utf8'),
);
/** The pages without their code: what is left is live. */
const live = pages.map((page) => page.replace(/^ *(`{3,})[^\n]*\n[\s\S]*?^ *\1$/gm, '')).join('\n');

describe('the component pages of the handbook', () => {
  // An alias of another component; `Tree` includes its parts.
  const aliases = ['FileTree.File', 'FileTree.Folder'];
  const names = [...components.keys(), 'Snippet'].filter((name) => !aliases.includes(name));

  test.each(names)('show <%s> live', (name) => {
    expect(live).toMatch(new RegExp(`<${name.replace('.', '\\.')}[\\s/>]`));
  });

  test.each(names)('name %s in the overview or on its page', (name) => {
    expect(pages.some((page) => page.includes(`\`${name}\``) || page.includes(`## ${name}`))).toBe(
      true,
    );
  });
});
