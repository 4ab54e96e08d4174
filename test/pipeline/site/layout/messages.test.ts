import { describe, expect, test } from 'vitest';
import {
  renderNotFound,
  renderProblems,
  renderRedirect,
} from '../../../../pipeline/site/layout/messages.tsx';
import { container, group, sampleConfig, samplePage, sampleSite } from './sample.ts';

const tools = {
  assets: { styles: [], script: '_docent/m.js', preload: [], userScripts: [] },
};

describe('renderNotFound', () => {
  test('says what the site says, and leads to near pages', () => {
    const config = sampleConfig({
      errors: { 404: { redirect: false, title: 'Lost?', description: 'Nothing here.' } },
    });
    const site = sampleSite(
      [samplePage('index', 'Start')],
      container('root', '', [group('G', ['index'])]),
      { config },
    );
    const html = renderNotFound(site, tools, [{ title: 'Set up', href: '/guides/set%20up' }]);
    expect(html).toContain('Lost?');
    expect(html).toContain('Nothing here.');
    expect(html).toContain('href="/guides/set%20up"');
    expect(html).toContain('/guides/set up');
    expect(html).toContain('content="noindex"');
  });
});

describe('renderRedirect', () => {
  test('escapes where it leads', () => {
    expect(renderRedirect('/a"><script>')).not.toContain('<script>');
    expect(renderRedirect('/b')).toContain('url=/b');
  });
});

describe('renderProblems', () => {
  test('shows the place in the text and what to do', () => {
    const text = 'one\ntwo <b>\nthree\nfour\nfive\nsix\n';
    const html = renderProblems(
      [
        {
          severity: 'error',
          source: 'source',
          ruleId: 'mdx-syntax',
          file: 'a.mdx',
          place: {
            start: { line: 2, column: 5, offset: 8 },
            end: { line: 2, column: 8, offset: 11 },
          },
          reason: 'Unexpected end of <b>.',
          note: 'Close it.',
        },
      ],
      new Map([['a.mdx', text]]),
      '/_docent/live.js',
    );
    expect(html).toContain('a.mdx:2:5');
    expect(html).toContain('1 problem to mend');
    expect(html).toContain('class="hit"');
    expect(html).toContain('two &#60;b&#62;');
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('six');
    expect(html).toContain('src="/_docent/live.js"');
  });
});
