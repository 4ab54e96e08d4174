import { describe, expect, test } from 'vitest';
import { readRendered, readSections, textOfHtml } from '../../../pipeline/site/sections.ts';
import { renderMdx } from './render-mdx.ts';

test('every id is a place that an address can name, and so is the name of an anchor', () => {
  const { ids } = readRendered(
    '<a name="old"></a><h2 id="a&amp;b">A</h2><svg id="drawn"><g id="part"/></svg>' +
      '<input name="field" id=""><p id="drawn">Again</p><a id="link" name="link">Link</a>',
  );
  expect([...ids]).toEqual(['a&b', 'drawn', 'part', 'link', 'old']);
});

describe('readSections', () => {
  test('cuts at headings and keeps the way down to each', () => {
    const sections = readSections(
      '<p>Lead</p><h2 id="a">A</h2><p>one</p><h3 id="b">B <code>x</code></h3><p>two</p><h2 id="c">C</h2>',
    );
    expect(sections.map(({ id, trail, text }) => [id, trail, text])).toEqual([
      ['', [], 'Lead'],
      ['a', ['A'], 'one'],
      ['b', ['A', 'B x'], 'two'],
      ['c', ['C'], ''],
    ]);
  });

  test('does not cut at the name of a link to another page', () => {
    const sections = readSections(
      '<h2 id="a">A</h2><p>one</p><a class="box" href="/b"><h3 id="b">B</h3><p>two</p></a><p>three</p>' +
        '<a href="#c"><h2 id="c">C</h2></a><p>four <a href="/d">five</a></p><h2 id="e">E <a href="/f">f</a></h2>',
    );
    expect(sections.map(({ id, text }) => [id, text])).toEqual([
      ['a', 'one\nB\ntwo\nthree'],
      ['c', 'four five'],
      ['e', ''],
    ]);
  });

  test('cuts at parts that open at their title, and goes on behind them', async () => {
    const { sections } = await renderMdx(
      [
        '## Questions',
        'Lead',
        '<AccordionGroup>',
        '<Accordion title="May I?" description="Often asked">Yes.</Accordion>',
        '<Accordion title="Why?">\n\n### Because\n\nSo.\n\n<Accordion title="Deeper?">No.</Accordion>\n\n</Accordion>',
        '</AccordionGroup>',
        'Tail',
        '### More',
        'Text',
      ].join('\n\n'),
    );
    expect(sections.map(({ id, trail, text }) => [id, trail, text])).toEqual([
      ['questions', ['Questions'], 'Lead\nTail'],
      ['may-i', ['Questions', 'May I?'], 'Often asked\nYes.'],
      ['why', ['Questions', 'Why?'], ''],
      ['because', ['Questions', 'Because'], 'So.'],
      ['deeper', ['Questions', 'Because', 'Why?', 'Deeper?'], 'No.'],
      ['more', ['Questions', 'More'], 'Text'],
    ]);
  });

  test('leaves parts without an anchor in place', () => {
    const html = '<p>a</p><details><summary>More</summary><p>b</p></details><p>c</p>';
    expect(readSections(html).map(({ id, text }) => [id, text])).toEqual([['', 'a\nMore\nb\nc']]);
  });

  test('separates code, and leaves out invisible text', () => {
    const [section] = readSections(
      '<p>Say &lt;hi&gt; &amp; go</p><pre><code>a\nb</code></pre><svg><title>x</title></svg><button>Copy</button><div role="tablist"><div>t</div></div>',
    );
    expect(section).toMatchObject({ text: 'Say <hi> & go', code: 'a\nb' });
  });

  test('counts file names above code as code, no other labels, and leaves a path in one piece', async () => {
    const fence = '```';
    const { sections } = await renderMdx(
      `Before\n\n${fence}json docs.json\n{}\n${fence}\n\n<CodeGroup>\n${fence}sh npm\nnpm i\n${fence}\n${fence}sh yarn\nyarn\n${fence}\n</CodeGroup>\n\nAfter`,
    );
    expect(sections.map(({ text }) => text)).toEqual(['Before\nAfter']);
    const code = sections[0]?.code.split(/\s+/);
    expect(code).toEqual(['docs.json', '{}', 'npm', 'i', 'yarn']);
    expect(
      textOfHtml(
        '<code class="path">/books/<wbr><span class="param">{isbn}</span>/x</code> <a>y</a>',
      ),
    ).toBe('/books/{isbn}/x y');
  });

  test('leaves out the heads of tables that list fields, and keeps those that say something', async () => {
    const { sections } = await renderMdx(
      '| Parameter | Type | Default value |\n|---|---|---|\n| `size` | number | 3 |\n\n| prop | what it does |\n|---|---|\n| `icon` | A sign |\n\n| Plan | Seats |\n|---|---|\n| Free | 1 |',
    );
    expect(sections.map(({ text }) => text)).toEqual([
      'size\nnumber\n3\nicon\nA sign\nPlan\nSeats\nFree\n1',
    ]);
  });

  test('has the first sample of an operation, without labels, and not in its last section', () => {
    const sections = readSections(
      '<dl class="endpoint-facts endpoint-servers"><dt>Servers</dt></dl><h2 id="responses">Responses</h2><p>OK</p>' +
        '<div class="aside-request"><section class="api-panel"><div class="api-panel-head"><span class="api-panel-title">Request</span></div>' +
        '<div class="api-panel-item" data-shown><p class="api-panel-label">cURL</p><pre>curl x</pre></div>' +
        '<div class="api-panel-item"><p class="api-panel-label">PHP</p><pre>php x</pre></div></section></div>',
    );
    expect(sections.map(({ id, text, code }) => [id, text, code])).toEqual([
      ['responses', 'OK', ''],
      ['', '', 'curl x'],
    ]);
  });

  test('is not confused by attributes, nesting or an end that never comes', () => {
    expect(textOfHtml('<p title="a > b">x</p><p data-a="<h2>">y</p>')).toBe('x\ny');
    expect(
      textOfHtml(
        '<div role="tablist"><div>a</div><div>b</div></div><span aria-hidden="true"><span>c</span></span>d',
      ),
    ).toBe('d');
    for (const html of [
      '<svg>',
      '<p title="',
      '<',
      'a <',
      '<h2 id="x">y',
      '</h2>',
      '<button><button>',
      '<details id="x"><summary>y',
      '</details></summary>',
      '<details id="x"></details><summary>z</summary>',
    ]) {
      expect(typeof textOfHtml(html)).toBe('string');
    }
  });

  test('finds the words that components show', async () => {
    const { sections } = await renderMdx(
      '## Title\n\n<Card title="Card title">card text</Card>\n<Tabs><Tab title="One">tab text</Tab></Tabs>\n<ParamField query="limit" type="number">field text</ParamField>',
    );
    expect(sections[0]?.heading).toBe('Title');
    for (const words of ['Card title', 'card text', 'tab text', 'limit', 'field text']) {
      expect(sections[0]?.text).toContain(words);
    }
  });

  test('is only text', () => {
    expect(textOfHtml('<p>a<br>b</p><p>c</p>')).toBe('a\nb\nc');
  });
});
