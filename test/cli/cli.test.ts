import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { version } from '../../cli.ts';
import { publishedSchema } from '../../schema/config/published.ts';
import { docent } from '../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const page = '---\ntitle: Page\n---\n\nA page.\n';
const good = { 'docs.json': minimalConfig(['index']), 'index.mdx': page };

describe('the command line', () => {
  test('explains itself', async () => {
    const { code, out } = await docent('--help');
    expect(code).toBe(0);
    for (const command of [
      'check',
      'build',
      'serve',
      'start',
      'dev',
      'search',
      'init',
      'migrate',
    ]) {
      expect(out).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    }
    expect((await docent('build', '--help')).out).toContain('--out <folder>');
  });

  test('prints the version of the package', async () => {
    expect(await docent('--version')).toEqual({ code: 0, out: version, err: '' });
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('suggests the nearest command and option, and exits with 2', async () => {
    const command = await docent('biuld');
    expect(command.code).toBe(2);
    expect(command.err).toContain('Did you mean build?');
    const option = await docent('check', '--strct');
    expect(option.code).toBe(2);
    expect(option.err).toContain('Did you mean --strict?');
  });

  test.each([
    [['biuld'], 'docent --help'],
    [['build', '--portt'], 'docent build --help'],
    [['dev', '--port', 'abc'], 'docent dev --help'],
    [['keys', 'create', '--nonsense'], 'docent keys create --help'],
    [['deployments', 'promote'], 'docent deployments promote --help'],
  ])('points from a mistake in %j to the help of its command', async (words, help) => {
    const { code, err } = await docent(...words);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`\\(run "${help}" for help\\)$`));
  });

  test('names the folder it is in by words, not by a dot before the full stop', async () => {
    const { err } = await docent('check', '.');
    expect(err).toBe(
      'There is no docs.json in this folder. Pass the folder of your site, or create one with "docent init .".',
    );
    expect((await docent('serve', '--port', 'abc')).code).toBe(2);
  });
});

describe('docent check', () => {
  test('is 0 for a good site', async () => {
    const { code, out } = await docent('check', writeFiles(tempDir(), good));
    expect([code, out]).toEqual([0, expect.stringContaining('Checked 1 page in ')]);
  });

  test('is 1 for an error, with its place', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'index.mdx': `${page}\n<Card` });
    const { code, out } = await docent('check', dir);
    expect(code).toBe(1);
    expect(out).toContain('index.mdx');
    expect(out).toContain('mdx-syntax');
  });

  test('is 1 for a warning only with --strict', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'index.mdx': `${page}\n<Crad>x</Crad>\n` });
    expect((await docent('check', dir)).code).toBe(0);
    expect((await docent('check', dir, '--strict')).code).toBe(1);
  });

  test('prints JSON', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'index.mdx': `${page}\n<Crad>x</Crad>\n` });
    const { out } = await docent('check', dir, '--json');
    expect(JSON.parse(out)).toMatchObject([
      { path: 'index.mdx', code: 'unknown-component', line: 7, severity: 'warning' },
    ]);
  });

  test('shows broken links that are only notes, and says how to make them errors', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'index.mdx': `${page}\n[a](/gone)\n` });
    const { code, out } = await docent('check', dir, '--strict');
    expect(code).toBe(0);
    expect(out).toContain('note Broken link "/gone".');
    expect(out).toContain('set addons.ciChecks.brokenLinks to "error"');
  });

  test('lists the URL of every page, those of API operations included', async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index'], {
        hosting: { basePath: '/docs' },
        navigation: {
          groups: [
            { group: 'Start', pages: ['index'] },
            { group: 'API', openapi: { source: 'api.json', directory: 'ref' }, pages: [] },
          ],
        },
      }),
      'index.mdx': page,
      'api.json': {
        openapi: '3.1.0',
        info: { title: 'A', version: '1' },
        paths: {
          '/books': { get: { summary: 'List books', responses: { 200: { description: 'x' } } } },
        },
      },
    });
    const { out } = await docent('check', dir, '--urls');
    expect(out).toContain('/docs\t\tindex.mdx\n/docs/ref/list-books\tGET /books\tapi.json\n');
    expect(JSON.parse((await docent('check', dir, '--urls', '--json')).out)).toEqual({
      problems: [],
      urls: [
        { url: '/docs', file: 'index.mdx' },
        { url: '/docs/ref/list-books', file: 'api.json', operation: 'GET /books' },
      ],
    });
  });

  test('says what to do in a folder that is no site', async () => {
    const dir = tempDir();
    const { code, err } = await docent('check', dir);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no docs.json')]);
    expect((await docent('check', join(dir, 'nowhere'))).err).toContain('does not exist');
    const file = join(writeFiles(dir, { 'index.mdx': page }), 'index.mdx');
    expect((await docent('check', file)).err).toBe(`${file} is a file, expected a folder.`);
  });
});

describe('docent build', () => {
  test('sums up, and is live', async () => {
    const dir = writeFiles(tempDir(), good);
    const out = join(dir, '.docent');
    const built = await docent('build', dir, '--out', out);
    expect(built.code).toBe(0);
    expect(built.out).toMatch(/^Built 1 page in .* · 1 rendered, 0 unchanged · no problems · /m);
    expect(existsSync(join(out, 'current'))).toBe(true);
    const json = JSON.parse((await docent('build', dir, '--out', out, '--json')).out);
    expect(json.deployment.id).toMatch(/^dpl_[0-9A-Z]{26}$/);
    expect(json.stats.rendered).toBe(0);
  });

  test('reads types of code with the compiler that is part of the package', async () => {
    const dir = writeFiles(tempDir(), {
      ...good,
      'index.mdx': `${page}\n\`\`\`ts twoslash\nconst port = 8080;\n\`\`\`\n`,
    });
    const to = join(dir, 'site');
    const { code, out } = await docent('build', dir, '--to', to);
    expect(code, out).toBe(0);
    expect(readFileSync(join(to, 'index.html'), 'utf8')).toContain('title="const port: 8080"');
  });

  test('bundles scripts of wallets without the packages that they are made of', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'index.mdx': `${page}\n<ConnectWallet />\n` });
    const to = join(dir, 'site');
    const { code, out } = await docent('build', dir, '--to', to);
    expect(code, out).toBe(0);
    const scripts = readdirSync(join(to, '_docent')).filter((name) => /^web3-.*\.js$/.test(name));
    const texts = scripts.map((name) => readFileSync(join(to, '_docent', name), 'utf8'));
    expect(texts.join()).toContain('wss://relay.walletconnect.org');
    // A browser finds modules by their paths alone.
    expect(texts.join()).not.toMatch(/import\("[^."/]/);
  });

  const broken = {
    ...good,
    'docs.json': minimalConfig(['index', 'gone']),
    'index.mdx': `${page}\nHello {{nobody}}, or {{nothing}}.\n`,
  };

  test('publishes a site with errors, and says how many and where', async () => {
    const dir = writeFiles(tempDir(), broken);
    const { code, out } = await docent('build', dir, '--out', join(dir, '.docent'));
    expect(code).toBe(0);
    expect(existsSync(join(dir, '.docent', 'current'))).toBe(true);
    const summary = out.slice(out.indexOf('Published with'));
    expect(summary).toMatch(
      /^Published with 3 errors on 1 page and in docs\.json:\n {2}docs\.json:\d+:\d+ Missing page gone/,
    );
    expect(summary).toMatch(/^ {2}index\.mdx:7:7 Undefined variable "nobody"/m);
    expect(summary).toMatch(/^ {2}index\.mdx:7:22 Undefined variable "nothing"/m);
  });

  test('is 1 with --strict, and the live deployment stays', async () => {
    const dir = writeFiles(tempDir(), good);
    const out = join(dir, '.docent');
    expect((await docent('build', '--strict', dir, '--out', out)).code).toBe(0);
    const live = readFileSync(join(out, 'current'), 'utf8');
    writeFiles(dir, broken);
    const strict = await docent('build', '--strict', dir, '--out', out);
    expect([strict.code, strict.err]).toEqual([
      1,
      expect.stringContaining('Build failed. Fix the errors above;'),
    ]);
    expect(readFileSync(join(out, 'current'), 'utf8')).toBe(live);
  });

  test('is 1 for a warning with --strict=warnings alone', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'index.mdx': `${page}\n<Crad>x</Crad>\n` });
    const out = join(dir, '.docent');
    expect((await docent('build', dir, '--out', out, '--strict')).code).toBe(0);
    for (const flag of [['--strict=warnings'], ['--strict', 'warnings']]) {
      const { code, err } = await docent('build', dir, '--out', out, ...flag);
      expect([code, err]).toEqual([1, expect.stringContaining('Fix the errors and warnings')]);
    }
    expect((await docent('build', dir, '--out', out, '--strict=all')).code).toBe(2);
  });

  test('is 1 when docs.json is invalid', async () => {
    const dir = writeFiles(tempDir(), {
      ...good,
      'docs.json': minimalConfig(['index'], { name: 5 }),
    });
    const { code, out, err } = await docent('build', dir, '--out', join(dir, '.docent'));
    expect([code, err]).toEqual([1, expect.stringContaining('Build failed')]);
    expect(out).toContain('wrong-type');
  });

  test('refuses an origin that is none', async () => {
    const dir = writeFiles(tempDir(), good);
    const { code, err } = await docent('build', dir, '--origin', 'docs.example.com');
    expect([code, err]).toEqual([1, expect.stringContaining('https://docs.example.com')]);
  });
});

describe('docent serve', () => {
  test('says what to do when nothing is built', async () => {
    const { code, err } = await docent('serve', '--out', join(tempDir(), 'out'));
    expect([code, err]).toEqual([1, expect.stringContaining('Run "docent build" first')]);
  });
});

describe('docent translate', () => {
  const translate = (dir: string, ...more: string[]) =>
    docent('translate', dir, '--language', 'de', '--model', 'pseudo', '--dry-run', ...more);

  test('says what it would cost', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'glossary.json': [{ term: 'page' }] });
    const { code, out } = await translate(dir);
    expect([code, out]).toEqual([0, expect.stringContaining('1 page to translate into de')]);
  });

  test('translates the properties that a list names, and refuses what is no list of them', async () => {
    const dir = tempDir();
    const pages = {
      'docs.json': minimalConfig(['a']),
      'a.mdx': '<Card title="One title">Words.</Card>\n',
    };
    writeFiles(dir, pages);
    expect((await translate(dir)).out).toContain('1 segment,');
    expect((await translate(dir, '--props', 'Card.title, Tab.title')).out).toContain('2 segments');
    const wrong = await translate(dir, '--props', 'title');
    expect(wrong.code).not.toBe(0);
    expect(wrong.err).toContain('Card.title,Tab.title');
  });

  test('goes on past a page with an error, which stays in the source language', async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index', 'broken', 'gone']),
      'index.mdx': page,
      'broken.mdx': '<Note>\n\nNever closed.\n',
    });
    const flags = ['--language', 'de', '--model', 'pseudo', '--out', join(dir, '.docent')];
    const { code, out, err } = await docent('translate', dir, ...flags);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(
        '1 translated (2), 0 failed (0), 0 unchanged (0), 1 with errors (3)\n',
      ),
    ]);
    expect(err).toContain('broken.mdx: the page has errors; "docent check" shows them\n');
    expect(err).toContain('1 page not translated because of errors');
  });

  test('shows the mistakes of a glossary, and translates nothing', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'terms.json': '[{ "term": "a" }, { "tem": 1 }]' });
    const { code, out, err } = await translate(dir, '--glossary', join(dir, 'terms.json'));
    expect([code, err]).toEqual([
      1,
      'Nothing was translated. Fix the errors in the glossary above.',
    ]);
    expect(out).toMatch(/terms\.json\n +1:21 error Unknown key "tem"/);
  });
});

describe('docent init', () => {
  test('writes $schema with the path of the installed package, where editors find it', async () => {
    const dir = writeFiles(tempDir(), {
      'node_modules/docent/dist/schema/docs.schema.json': publishedSchema(),
    });
    for (const folder of ['.', 'docs', 'apps/docs']) {
      expect((await docent('init', join(dir, folder))).code).toBe(0);
      const { $schema } = JSON.parse(readFileSync(join(dir, folder, 'docs.json'), 'utf8'));
      expect($schema).toMatch(/^\.\.?\//);
      const file = join(dir, folder, $schema);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ type: 'object' });
    }
    const alone = tempDir();
    await docent('init', alone);
    expect(readFileSync(join(alone, 'docs.json'), 'utf8')).not.toContain('$schema');
  });

  test('writes a site that passes the strict check', async () => {
    const dir = join(tempDir(), 'my-product');
    const made = await docent('init', dir);
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('Next: npx docent dev')]);
    expect(await docent('check', dir, '--json', '--strict')).toEqual({
      code: 0,
      out: '[]',
      err: '',
    });
  });

  test('writes a site whose check fails on a broken link, as the quick start promises', async () => {
    const dir = join(tempDir(), 'my-docs');
    await docent('init', dir);
    const index = join(dir, 'index.mdx');
    writeFileSync(index, `${readFileSync(index, 'utf8')}\n[Next](/quikstart) ![](/no.png)\n`);
    const { code, out } = await docent('check', dir);
    expect(code).toBe(1);
    expect(out).toContain('error Broken link "/quikstart"; did you mean "/quickstart"?');
    expect(out).toContain('error Missing image "/no.png".');
  });

  test('says in a sentence that a file is in the way', async () => {
    const file = join(writeFiles(tempDir(), { 'index.mdx': page }), 'index.mdx');
    const { code, err } = await docent('init', join(file, 'site'));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Can't write .*, or choose another folder\.$/),
    ]);
  });

  test('writes the site that its flags ask for', async () => {
    const dir = join(tempDir(), 'site');
    const flags = ['--name', 'A "long" & <odd> name', '--color', 'aa3300', '--theme', 'house'];
    expect((await docent('init', dir, ...flags, '--no-api')).code).toBe(0);
    const config = JSON.parse(readFileSync(join(dir, 'docs.json'), 'utf8'));
    expect(config).toMatchObject({
      name: 'A "long" & <odd> name',
      theme: 'house',
      colors: { primary: '#aa3300' },
      logo: { text: 'A "long" & <odd> name' },
    });
    expect(existsSync(join(dir, 'openapi.yaml'))).toBe(false);
    // The mark has no letters that a picture could cut off.
    expect(readFileSync(join(dir, 'logo/mark.svg'), 'utf8')).not.toContain('<text');
    expect((await docent('check', dir, '--json', '--strict')).out).toBe('[]');
    const bad = await docent('init', join(dir, 'other'), '--color', 'red');
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('six hexadecimal digits')]);
  });

  test('never overwrites', async () => {
    const dir = writeFiles(tempDir(), { 'index.mdx': 'Mine.' });
    expect((await docent('init', dir)).code).toBe(0);
    expect(readFileSync(join(dir, 'index.mdx'), 'utf8')).toBe('Mine.');
    expect((await docent('init', dir)).code).toBe(1);
  });
});

describe('docent migrate', () => {
  const other = { ...minimalConfig(['index']), theme: 'mint', colors: { primary: '#0a0' } };

  test('shows the rewritten file, and writes it when told to', async () => {
    const dir = writeFiles(tempDir(), { 'docs.json': other, 'index.mdx': page });
    const before = readFileSync(join(dir, 'docs.json'), 'utf8');
    const shown = await docent('migrate', dir);
    expect(shown.code).toBe(0);
    expect(JSON.parse(shown.out).colors.primary).toBe('#00aa00');
    expect(readFileSync(join(dir, 'docs.json'), 'utf8')).toBe(before);
    expect((await docent('migrate', dir, '--write')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(dir, 'docs.json'), 'utf8')).colors.primary).toBe('#00aa00');
    expect((await docent('migrate', dir, '--write')).out).toContain('needs no change');
  });

  test('writes docs.json for a site that has mint.json alone', async () => {
    const navigation = [{ group: 'A', pages: ['index'] }];
    const file = minimalConfig([], { navigation });
    const links = { topbarLinks: [{ name: 'Help', url: 'https://help.example' }] };
    const dir = writeFiles(tempDir(), { 'mint.json': { ...file, ...links }, 'index.mdx': page });
    expect((await docent('check', dir)).code).toBe(0);
    const { out, code } = await docent('migrate', dir, '--write');
    expect([code, out]).toEqual([0, expect.stringContaining('mint.json is not read any more')]);
    expect(JSON.parse(readFileSync(join(dir, 'docs.json'), 'utf8'))).toEqual({
      ...minimalConfig([], { navigation: { groups: navigation } }),
      navbar: { links: [{ label: 'Help', href: 'https://help.example' }] },
    });
    expect((await docent('migrate', dir)).code).toBe(0);
  });

  test('is 1 for a file that is not JSON', async () => {
    const dir = writeFiles(tempDir(), { 'index.mdx': page });
    writeFileSync(join(dir, 'docs.json'), '{');
    expect((await docent('migrate', dir)).code).toBe(1);
  });
});
