import { expect, test } from 'vitest';
import { runTool } from '../../../../runtime/assistant/model/tools.ts';
import { liveSites } from '../../../../runtime/assistant/site/live.ts';
import {
  type AssistantSite,
  stranger,
  type Visitor,
} from '../../../../runtime/assistant/site/site.ts';
import { LiveSite } from '../../../../runtime/site/live.ts';
import type { ProjectRow } from '../../../../runtime/store/tables.ts';
import { buildSite } from '../../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';
import { guides, siteOf } from '../world.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nAbout ${title}.\n`;

/** The built and live site of these files, as the assistant reads it. */
async function built(files: Readonly<Record<string, unknown>>): Promise<AssistantSite> {
  const dir = writeFiles(tempDir(), files);
  const { problems } = await buildSite(dir, `${dir}/out`);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const live = new LiveSite(`${dir}/out`);
  const served = {
    folder: `${dir}/out`,
    current: () => live.current(),
    search: async () => undefined,
  };
  const site = liveSites(() => served)({ id: 'prj_1' } as ProjectRow);
  live.close();
  if (!site) throw new Error('The site is not live.');
  return site;
}

/** Lines of `list_pages` as a model sees them, without the frame. */
async function listed(site: AssistantSite, visitor: Visitor = stranger, language = 'en') {
  const { content, summary } = await runTool({ site, visitor, language }, 'list_pages', {});
  return { lines: content.split('\n').slice(1, -1), summary };
}

test('list_pages is in the order of the navigation, each page under its sections', async () => {
  const site = await built({
    'docs.json': minimalConfig([], {
      navigation: {
        tabs: [
          {
            tab: 'Zoo',
            groups: [
              { group: 'Start', pages: ['zebra', 'ape'] },
              {
                group: 'Care',
                pages: ['food', { group: 'Health', pages: ['vets', 'ape'] }, 'cages'],
              },
            ],
          },
          { tab: 'About', pages: ['contact'] },
        ],
      },
    }),
    'zebra.mdx': page('Zebras'),
    'ape.mdx': page('Apes'),
    'food.mdx': page('Food'),
    'vets.mdx': page('Vets'),
    'cages.mdx': page('Cages'),
    'contact.mdx': page('Contact'),
  });
  expect(await listed(site)).toEqual({
    lines: [
      '- Zoo',
      '  - Start',
      '    - Zebras (zebra)',
      '    - Apes (ape)',
      '  - Care',
      '    - Food (food)',
      '    - Health',
      '      - Vets (vets)',
      '    - Cages (cages)',
      '- About',
      '  - Contact (contact)',
    ],
    summary: { pages: 6 },
  });
});

test('list_pages shows nothing that is hidden, kept from search, or of another group', async () => {
  const site = await built({
    'docs.json': minimalConfig([], {
      navigation: {
        groups: [
          { group: 'Pages', pages: ['staff', 'open', 'secret', 'unfound', 'unlisted'] },
          { group: 'Drafts', hidden: true, pages: ['draft'] },
        ],
      },
      auth: {
        enabled: true,
        publicPaths: ['/open'],
        groups: { staff: { label: 'Staff', pages: ['staff'] } },
      },
    }),
    'staff.mdx': page('Staff only'),
    'open.mdx': page('Open'),
    'secret.mdx': page('Members'),
    'unfound.mdx': page('Unfound', 'noindex: true\n'),
    'unlisted.mdx': page('Unlisted', 'hidden: true\n'),
    'draft.mdx': page('Draft'),
    'loose.mdx': page('Loose'),
  });
  const titles = async (visitor?: Visitor) =>
    (await listed(site, visitor)).lines.map((line) => line.trim());
  expect(await titles()).toEqual(['- Pages', '- Open (open)']);
  expect(await titles({ session: true, groups: [] })).toEqual([
    '- Pages',
    '- Open (open)',
    '- Members (secret)',
  ]);
  expect(await titles({ session: true, groups: ['staff'] })).toEqual([
    '- Pages',
    '- Staff only (staff)',
    '- Open (open)',
    '- Members (secret)',
  ]);
});

test("list_pages begins with the pages of the reader's language", async () => {
  const site = await built({
    'docs.json': minimalConfig([], {
      navigation: {
        languages: [
          { language: 'en', groups: [{ group: 'Guides', pages: ['b', 'a'] }] },
          { language: 'de', groups: [{ group: 'Anleitungen', pages: ['de/b', 'de/a'] }] },
        ],
      },
    }),
    'a.mdx': page('A'),
    'b.mdx': page('B'),
    'de/a.mdx': page('Ah'),
    'de/b.mdx': page('Beh'),
  });
  const { lines } = await listed(site, stranger, 'de');
  expect(lines).toEqual([
    '- Anleitungen',
    '  - Beh (de/b)',
    '  - Ah (de/a)',
    '- Guides',
    '  - B (b)',
    '  - A (a)',
  ]);
});

test.each([
  'guides/deploy',
  '/guides/deploy',
  '/docs/guides/deploy',
  'guides/deploy/',
  '/docs/guides/deploy.md?x=1#push-a-release',
])('get_page takes %s', async (path) => {
  const context = { site: siteOf(guides), visitor: stranger, language: 'en' };
  const { summary } = await runTool(context, 'get_page', { path });
  expect(summary).toEqual({ title: 'Deploy' });
});
