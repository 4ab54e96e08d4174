import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { walk } from '../../../pipeline/source/tree.ts';
import {
  mapMemory,
  previewPage,
  type Term,
  translatePage,
} from '../../../pipeline/translate/page.ts';
import { pseudo, pseudoModel } from '../../../pipeline/translate/pseudo.ts';
import { findComments } from '../../../pipeline/translation/code-comments.ts';
import { answerOf, fakeModel, goodModel, translated } from './fake-model.ts';

const base = { from: 'en', style: 'formal', glossary: [] } as const;
const pageOf = (text: string) => ({ path: 'a.mdx', text, format: 'mdx' as const, title: 'A page' });

/** Translates with fixed answers: source as the model sees it → translation. */
async function by(text: string, answers: Record<string, string>, to = 'de', pseudo = true) {
  const model = fakeModel((segments) => answerOf(segments, ({ text }) => answers[text] ?? text));
  const options = { ...base, to, model, memory: mapMemory(), pseudo };
  return translatePage(pageOf(text), options);
}

const term = (name: string, more: Partial<Term> = {}): Term => ({
  term: name,
  description: '',
  translations: {},
  caseSensitive: true,
  doNotTranslate: false,
  ...more,
});

describe('a translated page', () => {
  test('has new words around the same code, links, components and expressions', async () => {
    const text = [
      '---',
      'title: "Start"',
      "description: 'How to start'",
      'icon: rocket',
      '---',
      'import X from "/snippets/x.mdx";',
      '',
      '# Install `docent` {#install}',
      '',
      'Read [the guide](/guide "t") and <Badge color="red">try **it**</Badge>, {1 + 1} times {{name}}.',
      '',
      '```ts',
      'const a = 1; // a comment',
      '```',
      '',
    ].join('\n');
    const { text: result, title } = await by(text, {
      Start: 'Anfang "neu"',
      'How to start': "Los geht's",
      'Install <x1/>': '<x1/> installieren',
      'Read <g1>the guide</g1> and <g2>try <g3>it</g3></g2>, <x4/> times <x5/>.':
        '<g2>Probiere <g3>es</g3></g2> <x4/>-mal <x5/>, und lies <g1>die Anleitung</g1>.',
    });
    expect(title).toBe('Anfang "neu"');
    expect(result).toBe(
      text
        .replace('"Start"', '"Anfang \\"neu\\""')
        .replace("'How to start'", "'Los geht''s'")
        .replace('Install `docent`', '`docent` installieren')
        .replace(
          /Read .*/,
          '<Badge color="red">Probiere **es**</Badge> {1 + 1}-mal {{name}}, und lies [die Anleitung](/guide "t").',
        ),
    );
  });

  test.each([
    ['1. Punkt', '1\\. Punkt'],
    ['# Kein Titel', '\\# Kein Titel'],
    ['- Kein Punkt', '\\- Kein Punkt'],
    ['> Kein Zitat', '\\> Kein Zitat'],
    ['import ist ein Wort', '&#105;mport ist ein Wort'],
    ['a < b und {c}', 'a \\< b und \\{c\\}'],
    ['zwei * drei * vier', 'zwei \\* drei \\* vier'],
    ['snake_case und _so_', 'snake_case und \\_so\\_'],
    ['[nicht](hier)', '\\[nicht\\](hier)'],
    ['5 $ und 6 $', '5 \\$ und 6 \\$'],
  ])('says %s in words alone', async (words, written) => {
    const { text, status } = await by('Some words.\n', { 'Some words.': words });
    expect(status).toBe('completed');
    expect(text).toBe(`${written}\n`);
  });

  test('says a line behind a break in words alone', async () => {
    const { text, faults } = await by('One line  \nand another.\n', {
      'One line<x1/>and another.': 'Eine Zeile<x1/># 1. und noch eine.',
    });
    expect(faults).toEqual([]);
    expect(text).toBe('Eine Zeile  \n\\# 1. und noch eine.\n');
  });

  test.each([
    ['half a character', 'Ein \ud800 Wort.'],
    ['a zero byte', 'Ein \u0000 Wort.'],
    ['a turned order of letters', 'Ein \u202eWort\u202c.'],
  ])('never holds %s', async (_name, words) => {
    const { text, faults } = await by('Some words.\n', { 'Some words.': words });
    expect(text).toBe('Some words.\n');
    expect(faults).toMatchObject([{ reason: 'the translation contains control characters' }]);
  });

  test.each([
    'title: "A word "',
    "title: '  A word'",
    'title: >\n  Two\n  lines',
    'title: |\n  Two\n  lines',
    'title: "Caf\\u00e9"',
  ])('keeps every byte of %s when its words stay', async (field) => {
    const page = `---\n${field}\n---\n\nSome words.\n`;
    const { text, status } = await by(page, {});
    expect([text, status]).toEqual([page, 'completed']);
  });

  test('keeps emphasis in a language without spaces', async () => {
    const { text } = await by('Now **note:** stop.\n', {
      'Now <g1>note:</g1> stop.': '请<g1>注意：</g1>停止。',
    });
    expect(text).toBe('请**注意：** 停止。\n');
    const { text: both } = await by('Read *this* **now** first.\n', {
      'Read <g1>this</g1> <g2>now</g2> first.': '请先<g1>现在</g1><g2>阅读</g2>此页。',
    });
    expect(both).toBe('请先*现在* **阅读**此页。\n');
  });

  test.each([
    ['まず<x1/>を読む。', 'まず[{}]({url})を読む。'],
    ['まず <x1/>。', 'まず [{}]({url})。'],
    ['Siehe zuerst <x1/>.', 'Siehe zuerst {}.'],
    ['Zuerst (<x1/>)', 'Zuerst ({})'],
  ])('ends a bare address where it ends: %s', async (answer, written) => {
    for (const [bare, url] of [
      ['https://example.com/a_b?c=1&d=~2', 'https://example.com/a_b?c=1&d=~2'],
      ['www.example.com', 'http://www.example.com'],
      ['help@example.com', 'mailto:help@example.com'],
    ] as const) {
      const said = bare.replace(/[_~]/g, '\\$&');
      const line = written.replace('[{}]', `[${said}]`).replace('{}', bare).replace('{url}', url);
      const { text, faults } = await by(`See ${bare} first.\n`, {
        'See <x1/> first.': answer,
      });
      expect([text, faults]).toEqual([`${line}\n`, []]);
    }
  });

  test('keeps the links of a description, and takes no others', async () => {
    const page = "---\ndescription: 'See [the guide](/guide) first.'\n---\n\nSome words.\n";
    const { text } = await by(page, {
      'See <g1>the guide</g1> first.': 'Siehe erst <g1>die Anleitung</g1>.',
    });
    expect(text).toContain("description: 'Siehe erst [die Anleitung](/guide).'");
    const added = await by(page, {
      'See <g1>the guide</g1> first.': 'Siehe <g1>die Anleitung</g1> [hier](https://evil.example).',
    });
    expect(added.text).not.toContain('evil');
  });

  test('keeps the code in a field of the front matter, and takes no more of it', async () => {
    const page = "---\ndescription: 'Use `run` and go.'\n---\n\nSome words.\n";
    const { text } = await by(page, { 'Use <x1/> and go.': 'Nimm <x1/> und geh.' });
    expect(text).toContain("description: 'Nimm `run` und geh.'");
    const model = fakeModel((segments) =>
      answerOf(
        segments,
        ({ text }) => `${translated(text, 'de')}${text.endsWith('.') ? '' : ' `x`'}`,
      ),
    );
    const other = '---\ntitle: One `b` for all the readers\n---\n\nSome words are standing here.\n';
    const options = { ...base, to: 'de', model, memory: mapMemory() };
    const found = await translatePage(pageOf(other), options);
    expect(found.faults).toMatchObject([{ reason: 'the translation adds the markup "`"' }]);
    expect(found.text).toContain('title: One `b` for all the readers');
  });

  test('escapes what divides the cells of a table', async () => {
    const { text } = await by('| a b | c |\n|---|---|\n| d e | f |\n', { 'a b': 'x | y' });
    expect(text).toBe('| x \\| y | c |\n|---|---|\n| d e | f |\n');
  });

  test('leaves text alone that its author does not want translated', async () => {
    const page = 'A <span translate="no">word</span> and <kbd>Enter</kbd>.\n';
    const { text } = await by(page, { 'A <x1/> and <x2/>.': 'Ein <x1/> und <x2/>.' });
    expect(text).toBe('Ein <span translate="no">word</span> und <kbd>Enter</kbd>.\n');
  });

  test('is a fixed point: its pseudo-translation has the segments of its source', async () => {
    const inline = fc.oneof(
      fc.constantFrom('word', 'two words', '`code`', '**bold**', '_em_', '[a link](/x)', '<br/>'),
      fc.constantFrom('{1+1}', '{{v}}', '![alt text](/i.png)', '5 &lt; 6', '\\*', '<b>in *it*</b>'),
    );
    const line = fc.array(inline, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
    const block = fc.oneof(
      line,
      line.map((text) => `## ${text}`),
      line.map((text) => `- ${text}\n- ${text}`),
      line.map((text) => `> ${text}\n> ${text}`),
      line.map((text) => `<Card title="t">\n  ${text}\n</Card>`),
      line.map((text) => `| ${text} |\n|---|\n| x |`),
      fc.constant('```js\nlet a = "words";\n```'),
    );
    const mdx = fc
      .array(block, { minLength: 1, maxLength: 6 })
      .map((all) => `${all.join('\n\n')}\n`);
    await fc.assert(
      fc.asyncProperty(mdx, async (text) => {
        const same = pseudoModel((words) => words);
        const options = { ...base, to: 'de', memory: mapMemory(), pseudo: true };
        const identity = await translatePage(pageOf(text), { ...options, model: same });
        expect(identity.text).toBe(text);
        const other = await translatePage(pageOf(text), {
          ...options,
          memory: mapMemory(),
          model: pseudoModel(pseudo),
        });
        expect(other.faults).toEqual([]);
        const code = (page: string) => page.match(/```[\s\S]*?```|`[^`\n]+`|\(\/[^)]*\)/g);
        expect(code(other.text)).toEqual(code(text));
      }),
      { numRuns: 150 },
    );
  });
});

describe('visible properties', () => {
  const text = [
    '# A page',
    '',
    'Some <Tooltip tip="A word of help" id="t">words</Tooltip> are here.',
    '',
    '<Card title=\'It is "new"\' icon="rocket" href="/x" other="Not this one">',
    '',
    'More words.',
    '',
    '</Card>',
    '',
    '| <Badge label="One label">a b</Badge> | c d |',
    '|---|---|',
    '| x | y |',
    '',
    '<Card title={1 + 1} />',
    '',
  ].join('\n');
  const props = { Card: ['title'], Tooltip: ['tip'], Badge: ['label'] };
  const answers = {
    'A word of help': 'Ein Wort "Hilfe" für {Leser}',
    'It is "new"': "Es ist 'neu' & <gut>",
    'One label': 'Ein | Wort `x`',
    'A page': 'Eine Seite',
  };
  const run = (given: typeof props | undefined) => {
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text }) => answers[text as 'A page'] ?? text),
    );
    const options = { ...base, to: 'de', model, memory: mapMemory(), pseudo: true, props: given };
    return translatePage(pageOf(text), options);
  };

  test('stay as they are unless they are asked for', async () => {
    expect((await run(undefined)).text).toBe(text.replace('# A page', '# Eine Seite'));
  });

  test('are translated where a list names them; everything else stays byte for byte', async () => {
    const found = await run(props);
    expect(found.faults).toEqual([]);
    expect(found.text).toBe(
      text
        .replace('# A page', '# Eine Seite')
        .replace('A word of help', 'Ein Wort &quot;Hilfe&quot; für &#123;Leser&#125;')
        .replace('It is "new"', 'Es ist &#39;neu&#39; & &#60;gut&#62;')
        .replace('One label', 'Ein &#124; Wort &#96;x&#96;'),
    );
  });

  test('fall back alone when no translation can be had', async () => {
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text }) => (/help/.test(text) ? text : translated(text, 'de'))),
    );
    const options = { ...base, to: 'de', model, memory: mapMemory(), props };
    const page =
      '<Card title="Some good words">\n\nWords <Tooltip tip="A word of help for all the readers">here</Tooltip> are many.\n\n</Card>\n';
    const found = await translatePage(pageOf(page), options);
    expect(found.status).toBe('failed');
    expect(found.text).toContain('tip="A word of help for all the readers"');
    expect(found.text).not.toContain('Some good words');
    expect(found.stats).toMatchObject({ segments: 3, fallback: 1 });
  });

  test('say what the translation says, or keep every byte', async () => {
    const value = fc.stringMatching(/^[ -!#-~]{1,20}$/).map((words) => `a ${words}`);
    let completed = 0;
    const one = (page: string, answer: (text: string) => string) => {
      const options = { ...base, to: 'de', memory: mapMemory(), pseudo: true, props };
      return translatePage(pageOf(page), { ...options, model: pseudoModel(answer) });
    };
    await fc.assert(
      fc.asyncProperty(value, fc.stringMatching(/^[!-;=-~]{1,12}$/), async (words, other) => {
        const page = `A <Card title="${words}">b</Card>\n\nSome words.\n`;
        expect((await one(page, (text) => text)).text).toBe(page);
        const made = await one(page, (text) =>
          text === 'Some words.' ? text : `${other} ${text}`,
        );
        if (made.status === 'failed') return;
        completed++;
        const read = (text: string) => titleIn(text).replace(/\s+/g, ' ').trim();
        expect(read(made.text)).toBe(`${other} ${read(page)}`);
      }),
      { numRuns: 300 },
    );
    expect(completed).toBeGreaterThan(150);
  });
});

/** Title of the element in the first paragraph. */
function titleIn(text: string): string {
  let title = '';
  walk(parsePage({ path: 'a.mdx', text }, { format: 'mdx' }).root, (node) => {
    if (node.type !== 'mdxJsxTextElement' || node.attributes[0]?.type !== 'mdxJsxAttribute') return;
    title = String(node.attributes[0].value);
  });
  return title;
}

describe('comments in code', () => {
  const text =
    'Some words.\n\n- item\n  ```ts\n  // open the file\n  const a = "// not this one"; /* close it again */\n  // eslint-disable-next-line no-console\n  call(a);\n  ```\n\n```py\n# start the server now\nrun()  # noqa\n```\n';
  const answers = {
    'open the file': 'die Datei öffnen',
    'close it again': 'wieder schließen',
    'start the server now': 'jetzt den Server starten',
  };
  const run = (more: Record<string, string>, comments: typeof findComments | undefined) => {
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text }) => ({ ...answers, ...more })[text as 'open the file'] ?? text),
    );
    const options = { ...base, to: 'de', model, memory: mapMemory(), pseudo: true, comments };
    return translatePage(pageOf(text), options);
  };

  test('stay as they are unless they are asked for', async () => {
    expect((await run({}, undefined)).text).toBe(text);
  });

  test('are translated alone; the code around stays byte for byte', async () => {
    const found = await run({}, findComments);
    expect(found.faults).toEqual([]);
    let wanted = text;
    for (const [from, to] of Object.entries(answers)) wanted = wanted.replace(from, to);
    expect(found.text).toBe(wanted);
  });

  test('fall back when they would become code', async () => {
    const found = await run({ 'close it again': 'zu */ evil(); /*' }, findComments);
    expect(found.status).toBe('failed');
    expect(found.text).toContain('/* close it again */');
    expect(found.text).not.toContain('evil');
    expect(found.text).toContain('# jetzt den Server starten');
  });
});

describe('a preview', () => {
  test('counts what a run asks for, comments in code and properties too', async () => {
    const text =
      'Some words.\n\n<Card title="A title" />\n\n```ts\n// open the file\nlet a;\n```\n';
    const model = goodModel('de');
    const options = { ...base, to: 'de', model, memory: mapMemory(), comments: findComments };
    const more = { ...options, props: { Card: ['title'] } };
    expect(await previewPage(pageOf(text), more)).toMatchObject({ segments: 3, remembered: 0 });
    expect((await translatePage(pageOf(text), more)).stats.segments).toBe(3);
    expect(await previewPage(pageOf(text), more)).toMatchObject({ segments: 3, remembered: 3 });
  });
});

describe('what a page costs', () => {
  const paragraphs = Array.from(
    { length: 12 },
    (_, i) =>
      `Paragraph ${'abcdefghijkl'[i]} tells the reader about the ${'mnopqrstuvwx'[i]} setting.`,
  );
  const options = (model: ReturnType<typeof goodModel>, memory = mapMemory()) => ({
    ...base,
    to: 'de',
    model,
    memory,
  });

  test('is one request for a page of ordinary length', async () => {
    const model = goodModel('de');
    const { stats } = await translatePage(pageOf(paragraphs.join('\n\n')), options(model));
    expect(stats).toMatchObject({ segments: 12, remembered: 0, fallback: 0, requests: 1 });
  });

  test('is one segment for an edited paragraph, and nothing for a moved one', async () => {
    const model = goodModel('de');
    const memory = mapMemory();
    await translatePage(pageOf(paragraphs.join('\n\n')), options(model, memory));
    const edited = ['A new paragraph about nothing at all.', ...paragraphs.slice(1)].reverse();
    const again = await translatePage(pageOf(edited.join('\n\n')), options(model, memory));
    expect(model.requests.map((request) => request.length)).toEqual([12, 1]);
    expect(again.stats).toMatchObject({ segments: 12, remembered: 11 });
  });

  test('is the segments with the term, when a term changes', async () => {
    const model = goodModel('de');
    const memory = mapMemory();
    const page = pageOf(paragraphs.join('\n\n'));
    await translatePage(page, options(model, memory));
    const glossary = [term('Paragraph c', { description: 'The third one.' })];
    await translatePage(page, { ...options(model, memory), glossary });
    expect(model.requests.map((request) => request.length)).toEqual([12, 1]);
  });

  test('is one more request for what was wrong, with the reason', async () => {
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text, problem }) => {
        const good = translated(text, 'de');
        return problem === undefined && text.includes('<x1/>') ? good.replace('<x1/>', '') : good;
      }),
    );
    const text = `${paragraphs[0]}\n\nUse the value of \`x\` here.\n`;
    const found = await translatePage(pageOf(text), options(model));
    expect(found.status).toBe('completed');
    expect(found.stats.requests).toBe(2);
    expect(model.requests[1]).toMatchObject([{ problem: 'x1 is missing; keep every mark once' }]);
  });
});

describe('a forced translation', () => {
  const text = 'This is the first line of it.\n\nThis is the second line, which is longer.\n';

  test('is asked for whatever the memory holds, and replaces it', async () => {
    const options = { ...base, to: 'de', memory: mapMemory() };
    await translatePage(pageOf(text), { ...options, model: goodModel('de') });
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text }) => `Neu: ${translated(text, 'de')}`),
    );
    const forced = await translatePage(pageOf(text), { ...options, model, force: true });
    expect(model.requests.flat()).toHaveLength(2);
    const { text: kept, stats } = await translatePage(pageOf(text), { ...options, model });
    expect([kept, stats.remembered]).toEqual([forced.text, 2]);
  });

  test('that is not usable takes away what the memory held: the next run asks again', async () => {
    const options = { ...base, to: 'de', memory: mapMemory() };
    await translatePage(pageOf(text), { ...options, model: goodModel('de') });
    const bad = fakeModel((segments) =>
      answerOf(segments, ({ text }) => (text.includes('second') ? text : translated(text, 'de'))),
    );
    const forced = await translatePage(pageOf(text), { ...options, model: bad, force: true });
    expect(forced.status).toBe('failed');
    const next = goodModel('de');
    const found = await translatePage(pageOf(text), { ...options, model: next });
    expect(found).toMatchObject({ status: 'completed', stats: { remembered: 1 } });
    expect(next.requests.flat()).toMatchObject([{ text: expect.stringContaining('second') }]);
  });
});

describe('a page that fails', () => {
  test('keeps the source of the segments that could not be had', async () => {
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text }) => (text.includes('bad') ? text : translated(text, 'de'))),
    );
    const text = 'This is the first line of it.\n\nThis is the bad line that stays here.\n';
    const options = { ...base, to: 'de', model, memory: mapMemory() };
    const found = await translatePage(pageOf(text), options);
    expect(found.status).toBe('failed');
    expect(found.text).toContain('This is the bad line that stays here.');
    expect(found.text).not.toContain('first line');
    expect(found.faults).toEqual([
      {
        source: 'This is the bad line that stays here.',
        reason: 'the answer is in English',
        line: 3,
        column: 1,
      },
    ]);
  });

  test('asks no end of times when nothing but noise comes back', async () => {
    const model = fakeModel(() => 'no JSON at all');
    const text = Array.from({ length: 30 }, (_, i) => `Line number ${i} of a page.`).join('\n\n');
    const options = { ...base, to: 'de', model, memory: mapMemory() };
    const found = await translatePage(pageOf(text), options);
    expect(found.status).toBe('failed');
    expect(found.text).toBe(text);
    expect(model.requests.length).toBeLessThan(100);
  });

  test("is one that can't be read", async () => {
    const found = await by('<Card>\n\nno end\n', {});
    expect(found.status).toBe('failed');
    expect(found.text).toBe('<Card>\n\nno end\n');
  });

  test('is written in a third language', async () => {
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text }) =>
        text.replace(/\p{L}+/gu, 'vous pouvez utiliser cette page avec'),
      ),
    );
    const options = { ...base, to: 'de', model, memory: mapMemory() };
    const text =
      'One.\n\nTwo.\n\nThree words here.\n\nFour words are here.\n\nFive words are standing here.\n';
    const found = await translatePage(pageOf(text), options);
    expect(found.status).toBe('failed');
  });
});

describe('the glossary', () => {
  const text = 'Open the workspace in Acme Cloud and save the Workspace file.\n';

  test('keeps terms verbatim, whatever the model does', async () => {
    const glossary = [term('Acme Cloud', { doNotTranslate: true })];
    const model = goodModel('de');
    const options = { ...base, to: 'de', model, memory: mapMemory(), glossary };
    const found = await translatePage(pageOf(text), options);
    expect(found.text).toContain('Acme Cloud');
    expect(model.requests[0]?.[0]?.text).toBe(
      'Open the workspace in <x1/> and save the Workspace file.',
    );
  });

  test('asks once more for a given translation that is missing', async () => {
    const glossary = [
      term('workspace', { caseSensitive: false, translations: { de: 'Arbeitsbereich' } }),
    ];
    const model = fakeModel((segments) =>
      answerOf(segments, ({ problem, text }) =>
        problem
          ? `${translated(text, 'de').slice(0, -1)} Arbeitsbereichs.`
          : translated(text, 'de'),
      ),
    );
    const options = { ...base, to: 'de', model, memory: mapMemory(), glossary };
    const found = await translatePage(pageOf(text), options);
    expect(found.status).toBe('completed');
    expect(model.requests[1]?.[0]?.problem).toContain('"workspace"');
  });
});
