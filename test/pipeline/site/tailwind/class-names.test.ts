import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { classNamesInScripts } from '../../../../pipeline/site/tailwind/class-names.ts';
import { buildSite } from '../../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';
import { renderMdx } from '../render-mdx.ts';

/** The class selectors of a page's sheet, unescaped. */
async function used(mdx: string, around: Parameters<typeof renderMdx>[1] = {}): Promise<string[]> {
  const { styles = '' } = await renderMdx(mdx, around);
  const found = styles.match(/\.(?:\\.|[\w-])+(?=:is\(html)/g) ?? [];
  return [...new Set(found.map((name) => name.slice(1).replaceAll('\\', '')))].sort();
}

describe('the utilities of a page', () => {
  test('are those of its elements', async () => {
    expect(await used('<div className="flex own"><p class="mt-4 mt-4">a</p></div>')).toEqual([
      'flex',
      'mt-4',
    ]);
  });

  test('are those that components were given', async () => {
    const mdx = '<Card title="a" className="mt-8" />\n\n<Frame className="p-2">![](x.png)</Frame>';
    expect(await used(mdx)).toEqual(['mt-8', 'p-2']);
  });

  test('are those that expressions and spreads give', async () => {
    const mdx =
      "export const look = { className: 'mt-1' }\n\n<p {...look}>a</p>\n\n{true ? <b className={'mt-' + 2}>b</b> : null}";
    expect(await used(mdx)).toEqual(['mt-1', 'mt-2']);
  });

  test('are those of snippets, and of components with code', async () => {
    const files = {
      'snippets/box.mdx': '<div className="p-3">{props.children}</div>',
      'snippets/list.jsx':
        'export const List = ({ n }) => { const all = []; for (let i = 0; i < n; i++) all.push(<li className={"pl-" + i}>{i}</li>); return <ul className="grid">{all}</ul>; }',
    };
    const mdx =
      "import Box from '/snippets/box.mdx'\nimport { List } from '/snippets/list.jsx'\n\n<Box>a</Box>\n\n<List n={2} />";
    expect(await used(mdx, { files })).toEqual(['grid', 'p-3', 'pl-0', 'pl-1']);
  });

  test('are those of raw HTML', async () => {
    const md = '<div class="flex [&amp;_b]:mt-2"><span class=\'p-1\'>a</span></div>';
    expect(await used(md, { file: 'page.md' })).toEqual(['[&_b]:mt-2', 'flex', 'p-1']);
    const html = '<div dangerouslySetInnerHTML={{ __html: \'<b class="mt-7">b</b>\' }} />';
    expect(await used(html)).toEqual(['mt-7']);
  });

  test('are also those that a component sets in the browser alone', async () => {
    const files = {
      'snippets/switch.jsx':
        "const look = \"before:content-['x'] hover:w-[37px]\"\nexport const Switch = () => { const [on, set] = useState(false); return <button className={on ? 'bg-red-500 ' + look : 'p-2'} onClick={() => set(!on)}>don't</button> }",
    };
    const mdx = "import { Switch } from '/snippets/switch.jsx'\n\n<Switch />";
    expect(await used(mdx, { files })).toEqual([
      "before:content-['x']",
      'bg-red-500',
      'hover:w-[37px]',
      'p-2',
    ]);
  });

  test('are not what components call their own parts', async () => {
    const mdx =
      '<Columns cols={3}><Card title="a">b</Card></Columns>\n\n```js\nhidden\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    const { styles } = await renderMdx(mdx);
    expect(styles).toBeUndefined();
  });

  test('are absent where a page has class names of its own', async () => {
    expect((await renderMdx('<div className="hero">a</div>')).styles).toBeUndefined();
  });
});

describe('class names that scripts on every page give to elements', () => {
  const namesIn = (text: string) =>
    classNamesInScripts(['a.js'], {
      snippets: new Map([['a.js', { path: 'a.js', text, hash: '' }]]),
    });

  test.each([
    ['box.className = "flex gap-2"', ['flex', 'gap-2']],
    ["box.className += ' mt-1';", ['mt-1']],
    ['e.className=`p-2 ${on ? 1 : 2}`', ['${on', '1', '2}', ':', '?', 'p-2'].sort()],
    ["h('div', { className: 'mt-2', class: 'mt-3' })", ['mt-2', 'mt-3']],
    ['box.innerHTML = `<p class="mt-4">a</p><p class=\'mt-5\'>b</p>`', ['mt-4', 'mt-5']],
    ['box.innerHTML = "<p class=\\"mt-6 dark:mt-7\\">a</p>"', ['dark:mt-7', 'mt-6']],
    ["box.classList.add('mt-8', 'bg-white/10')", ['bg-white/10', 'mt-8']],
    ["box.setAttribute('class', 'min-w-[100px]')", ['min-w-[100px]']],
    ["document.querySelector('.container').textContent = 'hidden'", []],
    ["const table = classes('grid'); let block", []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test('are read in time that grows with the script', () => {
    for (const part of [
      'class',
      'class   ',
      'class="',
      'classList.add(',
      'setAttribute("class" , "',
    ]) {
      const start = performance.now();
      namesIn(part.repeat(200_000 / part.length));
      expect(performance.now() - start, part).toBeLessThan(2000);
    }
  });

  test('have rules on all pages, also on those that were built before', async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index']),
      'index.mdx': 'Words.\n',
      'bar.js':
        "document.body.append(Object.assign(document.createElement('div'), { className: 'bar mt-[7px]' }));",
    });
    const out = tempDir();
    expect(await stylesOf(dir, out)).toContain('margin-top:7px');
    writeFiles(dir, { 'bar.js': "document.body.classList.add('mt-[9px]');" });
    const changed = await stylesOf(dir, out);
    expect(changed).toContain('margin-top:9px');
    expect(changed).not.toContain('margin-top:7px');
  });
});

async function stylesOf(dir: string, out: string): Promise<string> {
  const { site = '' } = await buildSite(dir, out);
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  return /<style data-utilities[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
}
