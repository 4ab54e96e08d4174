import { describe, expect, test } from 'vitest';
import { renderNotFound, renderRedirect } from '../../../../pipeline/site/layout/messages.tsx';
import { container, group, sampleConfig, samplePage, sampleSite } from './sample.ts';

const tools = {
  assets: { styles: [], script: '_docent/m.js', userScripts: [] },
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
    const html = renderNotFound(site, tools, {
      suggestions: [{ title: 'Set up', href: '/guides/set%20up' }],
    });
    expect(html).toContain('Lost?');
    expect(html).toContain('Nothing here.');
    expect(html).toContain('href="/guides/set%20up"');
    expect(html).toContain('/guides/set up');
    expect(html).toContain('content="noindex"');
    expect(html).not.toContain('404.md');
  });
});

describe('renderRedirect', () => {
  test('escapes where it leads', () => {
    expect(renderRedirect('/a"><script>')).not.toContain('<script>');
    expect(renderRedirect('/b')).toContain('url=/b');
  });
});
