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

const survey = `export const Survey = () => {
  useEffect(() => {
    const script = document.createElement('script');
    script.src = 'https://survey.example.com/embed.js';
    document.body.append(script);
  }, []);
  return null;
};
`;

const examples = `export const examples = ['<script src="https://example.com/a.js"></script>'];
`;

async function built(
  more: object,
  files: object = { 'index.mdx': '# Home\n', 'widget.js': widget },
) {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index'], more),
    ...files,
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

  test('are named where a component loads them, and not where one only has an example', async () => {
    const { problems } = await built(
      {},
      {
        'index.mdx':
          'import { Survey } from "/snippets/survey.jsx"\nimport { examples } from "/snippets/examples.js"\n\n<Survey />\n\n`{examples[0]}`\n',
        'snippets/survey.jsx': survey,
        'snippets/examples.js': examples,
      },
    );
    expect(problems).toEqual([
      [
        'snippets/survey.jsx:4',
        'warning',
        'A script from https://survey.example.com is loaded here, but the content security policy of the site blocks it.',
      ],
    ]);
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

describe('a script of the site that a page names', () => {
  const built = async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index', 'other']),
      'index.mdx':
        'Text with [the code](/js/count.js).\n\n<script type="module" src="js/count.js"></script>\n\n<script src="/js/none.js"></script>\n',
      'other.mdx': 'Text\n',
      'js/count.js': 'window.times = (window.times ?? 0) + 1;\n',
    });
    const out = tempDir();
    const { problems } = await buildSite(dir, out);
    const server = await serve(out);
    const scripts = async (path: string) => {
      const html = await (await fetch(`${server.url}${path}`)).text();
      return html.match(/<script[^>]* src="\/js[^>]*>/g);
    };
    const found = { problems, index: await scripts('/'), other: await scripts('/other') };
    server.close();
    return found;
  };

  test('is a file, and is there once', async () => {
    const { problems, index, other } = await built();
    expect(problems.map(({ reason, place }) => [place?.start.line, reason])).toEqual([
      [5, 'Missing file "/js/none.js".'],
    ]);
    expect(index).toEqual([
      '<script type="module" src="/js/count.js" defer>',
      '<script src="/js/none.js" defer>',
    ]);
    expect(other).toEqual(['<script defer src="/js/count.js">']);
  });
});
