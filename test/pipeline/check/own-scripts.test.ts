import { describe, expect, test } from 'vitest';
import { buildSite, serve } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const widget = `(() => {
  const script = document.createElement('script');
  script.src = 'https://widget.example.com/load?site=1';
  const picture = new Image();
  picture.src = 'https://pictures.example.com/a.png';
  document.head.append(script);
})();
import('https://cdn.example.com/module.mjs');
fetch('https://api.example.com/status');
`;

async function built(more: object) {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index'], more),
    'index.mdx': '# Home\n',
    'widget.js': widget,
  });
  const out = tempDir();
  const { problems } = await buildSite(dir, out);
  const server = await serve(out);
  const answer = await fetch(server.url).finally(() => server.close());
  return {
    problems: problems
      .filter(({ ruleId }) => ruleId === 'blocked-script')
      .map(({ file, place, severity, reason }) => [
        `${file}:${place?.start.line}`,
        severity,
        reason,
      ]),
    policy: answer.headers.get('content-security-policy') ?? '',
  };
}

describe('scripts of other hosts that a script of the site loads', () => {
  test('are blocked, and named with the line that loads them', async () => {
    const { problems, policy } = await built({});
    expect(problems).toEqual([
      [
        'widget.js:3',
        'warning',
        'A script from https://widget.example.com is loaded here, but the content security policy of the site blocks it.',
      ],
      [
        'widget.js:8',
        'warning',
        'A script from https://cdn.example.com is loaded here, but the content security policy of the site blocks it.',
      ],
    ]);
    expect(policy).toMatch(/script-src 'self' (?!.*example\.com[^;]*;)/);
  });

  test('are allowed where docs.json names their hosts', async () => {
    const hosts = 'https://widget.example.com, cdn.example.com';
    const { problems, policy } = await built({ integrations: { scripts: { hosts } } });
    expect(problems).toEqual([]);
    const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
    expect(sources).toContain('https://widget.example.com');
    expect(sources).toContain('https://cdn.example.com');
  });

  test('are allowed by a provider that needs them', async () => {
    const { problems } = await built({ integrations: { gtm: { tagId: 'GTM-1' } } });
    expect(problems).toEqual([]);
  });
});
