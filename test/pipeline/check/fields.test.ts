import { expect, test } from 'vitest';
import { checkSite } from '../../../pipeline/check.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const page = '---\ntitle: Page\n---\n\nA page.\n';

/** What is reported of the page `other`, whose front matter has these lines. */
async function told(fields: string, config: object = {}): Promise<readonly string[]> {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index', 'other'], config),
    'index.mdx': page,
    'other.mdx': `---\ntitle: Other\n${fields}\n---\n\nText.\n`,
    'images/card.png': 'x',
  });
  const { problems } = await checkSite({ dir, threads: 1 });
  return problems.map(
    ({ file, place, severity, ruleId, reason }) =>
      `${file}:${place?.start.line} ${severity} ${ruleId}: ${reason}`,
  );
}

const auth = { auth: { enabled: true, groups: { partners: { label: 'Partners', pages: [] } } } };

test('pictures that front matter names are held against the files', async () => {
  expect(await told('og:image: /images/crad.png\nicon: ./images/none.svg')).toEqual([
    'other.mdx:3 note missing-file: Missing file /images/crad.png, referenced by "og:image"; did you mean "/images/card.png"?',
    'other.mdx:4 note missing-file: Missing file ./images/none.svg, referenced by "icon".',
  ]);
  expect(await told('og:image: /images/card.png\nicon: https://example.com/x.svg')).toEqual([]);
});

test('related pages are held against the pages', async () => {
  expect(await told('related: [/index, /idnex, { More: https://example.com }]')).toEqual([
    'other.mdx:3 note broken-link: Missing page /idnex, referenced by "related"; did you mean "/index"?',
  ]);
  const strict = { addons: { ciChecks: { brokenLinks: 'error' } } };
  expect(await told('related: [/gone]', strict)).toEqual([
    'other.mdx:3 error broken-link: Missing page /gone, referenced by "related".',
  ]);
});

test('links in a description are held against the pages', async () => {
  expect(await told('description: See [A](/index), [B](/idnex), [C](https://example.com)')).toEqual(
    ['other.mdx:3 note broken-link: Broken link /idnex in "description"; did you mean "/index"?'],
  );
});

test('groups are held against auth.groups', async () => {
  expect(await told('groups: [partner]', auth)).toEqual([
    'other.mdx:3 warning unknown-group: Unknown group "partner"; did you mean "partners"?',
  ]);
  expect(await told('groups: [partners]', auth)).toEqual([]);
});

test('groups of an identity provider need not be listed, unless some are', async () => {
  const custom = {
    enabled: true,
    provider: 'custom',
    loginUrl: 'https://example.com/login',
    jwksUrl: 'https://example.com/keys',
  };
  expect(await told('groups: [staff]', { auth: custom })).toEqual([]);
  expect(await told('groups: [staff]', { auth: { ...auth.auth, ...custom } })).toEqual([
    'other.mdx:3 warning unknown-group: Unknown group "staff".',
  ]);
});

test('fields of a page that an author wrote for an operation are checked, those of a generated page are not', async () => {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index', 'own'], {
      ...auth,
      navigation: {
        groups: [{ group: 'API', openapi: 'api.json', pages: ['index', 'own', 'GET /b'] }],
      },
    }),
    'index.mdx': page,
    'own.mdx': '---\ntitle: Own\nopenapi: GET /a\ngroups: [partner]\n---\n\nText.\n',
    'api.json': {
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: Object.fromEntries(
        ['/a', '/b'].map((path) => [
          path,
          {
            get: {
              responses: { 200: { description: 'x' } },
              'x-mint': { metadata: { icon: '/none.svg' } },
            },
          },
        ]),
      ),
    },
  });
  const { problems } = await checkSite({ dir, threads: 1 });
  expect(problems.map(({ file, ruleId }) => `${file} ${ruleId}`)).toEqual([
    'own.mdx unknown-group',
  ]);
});

test('groups without auth are reported: they protect nothing', async () => {
  expect(await told('groups: [partners]')).toEqual([
    'other.mdx:3 warning groups-without-auth: The field "groups" protects nothing: everyone can read this page.',
  ]);
});
