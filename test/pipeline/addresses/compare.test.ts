import { describe, expect, test } from 'vitest';
import { formerAddresses } from '../../../pipeline/addresses/former.ts';
import { withLikelyAnchors } from '../../../pipeline/addresses/likely-anchors.ts';
import { withLikelyPages } from '../../../pipeline/addresses/likely-pages.ts';
import { lostAnchors, lostPages } from '../../../pipeline/addresses/lost.ts';
import { addressProblems, lostAddresses } from '../../../pipeline/addresses/report.ts';
import type { LiveSite, NextPage, NextSite } from '../../../pipeline/addresses/types.ts';
import type { FormerAddress, PageRecord } from '../../../schema/build.ts';
import type { ResolvedRedirect } from '../../../schema/site.ts';

/** A page as a test writes it. */
interface Written {
  readonly title?: string;
  readonly text?: string;
  readonly language?: string;
  readonly translationOf?: string;
  readonly isOtherVersion?: boolean;
  readonly file?: string;
  /** Headings, each with the text below it. */
  readonly sections?: Readonly<Record<string, string>>;
}

type Pages = Readonly<Record<string, Written>>;

const slug = (heading: string) => heading.toLowerCase().replaceAll(' ', '-');
const titleOf = (path: string, { title }: Written) => title ?? path.split('/').at(-1) ?? '';

const sectionsOf = ({ text = '', sections = {} }: Written) => [
  { id: '', heading: '', trail: [], text, code: '' },
  ...Object.entries(sections).map(([heading, words]) => ({
    ...{ id: slug(heading), heading, trail: [heading], text: words, code: '' },
  })),
];

const redirects = (all: Readonly<Record<string, string>>): ResolvedRedirect[] =>
  Object.entries(all).map(([source, destination]) => ({ source, destination, status: 301 }));

function liveSite(
  pages: Pages,
  more: {
    readonly redirects?: object;
    readonly former?: readonly FormerAddress[];
    readonly added?: readonly string[];
  } = {},
): LiveSite {
  const facts = Object.entries(pages).map(([path, page]) => {
    const contentHash = JSON.stringify(page);
    const { file = `${path}.mdx` } = page;
    return [path, { title: titleOf(path, page), file, contentHash }] as const;
  });
  return {
    pages: new Map(facts),
    redirects: redirects({ ...more.redirects }),
    basePath: '',
    commit: '',
    former: more.former ?? [],
    added: new Set(more.added),
    record: (path) => {
      const page = pages[path];
      if (!page) return undefined;
      const { language = 'en', translationOf } = page;
      const sections = sectionsOf(page);
      return { language, translationOf, sections } as unknown as PageRecord;
    },
  };
}

function nextSite(pages: Pages, more: Readonly<Record<string, string>> = {}): NextSite {
  const all = Object.entries(pages).map(([path, page]): [string, NextPage] => {
    const { language = 'en', translationOf, isOtherVersion = false } = page;
    const ids = sectionsOf(page).map(({ id }) => id);
    const next = {
      ...{ path, language, isOtherVersion, title: titleOf(path, page), file: `${path}.mdx` },
      ...(translationOf === undefined ? {} : { translationOf }),
      contentHash: JSON.stringify(page),
      hasId: (id: string) => ids.includes(id),
    };
    return [path, next];
  });
  return {
    pages: new Map(all),
    redirects: redirects(more),
    basePath: '',
    sections: (path) => sectionsOf(pages[path] ?? {}),
  };
}

/** What would be written for the lost addresses of a site: source → destination, '' if nothing. */
function proposed(
  live: LiveSite,
  next: NextSite,
  renamed: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const since = 'live';
  const asked = { live, next, renamed: new Map(Object.entries(renamed)) };
  const pages = withLikelyPages(lostPages(live, next, since), asked);
  const anchors = withLikelyAnchors(lostAnchors(live, next, since), { live, next });
  const lost = lostAddresses(pages, anchors, next);
  expect(addressProblems(lost, 'warning').length).toBeLessThanOrEqual(
    pages.length + anchors.length,
  );
  return Object.fromEntries([
    ...lost.redirects.map(({ source, destination }) => [source, destination]),
    ...pages.filter(({ likely }) => !likely).map(({ path }) => [path, '']),
    ...anchors.map(({ path, anchor, likely }) => [`${path}#${anchor}`, likely?.to ?? '']),
  ]);
}

const words = (topic: string) =>
  `Every ${topic} keeps its own queue, and a queue that is full refuses what comes next until a ${topic} has room again for more of it.`;

test('pages in a language that only the service has are not lost: it adds them again', () => {
  const live = liveSite(
    {
      index: {},
      fr: { file: 'index.mdx' },
      'fr/gone': { file: 'gone.mdx' },
      'fr/own': { file: 'fr/own.mdx' },
      'de/index': { file: 'index.mdx' },
    },
    { added: ['fr'] },
  );
  const next = nextSite({ index: {} });
  const lost = lostPages(live, next, 'live');
  expect(lost.map(({ path }) => path)).toEqual(['de/index', 'fr/gone', 'fr/own']);
  const former = formerAddresses(live, next, { pages: lost, anchors: [] });
  expect(former.map(({ path }) => path).sort()).toEqual(['de/index', 'fr/gone', 'fr/own']);
});

describe('the likely new place of a lost address', () => {
  const kept = { index: {} };
  test.each<[string, Pages, Pages, Record<string, string>]>([
    [
      'a page moved to another folder has the same title',
      { 'guides/keys': { title: 'API keys' } },
      { 'security/api-keys': { title: 'API keys' } },
      { '/guides/keys': '/security/api-keys' },
    ],
    [
      'of two pages with the title, the one with the more similar path',
      { 'guides/a/keys': { title: 'Keys' } },
      { 'guides/b/keys': { title: 'Keys' }, 'other/keys-of-all': { title: 'Keys' } },
      { '/guides/a/keys': '/guides/b/keys' },
    ],
    [
      'of two pages that are as similar, none',
      { 'a/keys': { title: 'Keys' } },
      { 'b/keys': { title: 'Keys' }, 'c/keys': { title: 'Keys' } },
      { 'a/keys': '' },
    ],
    [
      'a page with a new title has the same text',
      { limits: { title: 'Limits', text: words('worker') } },
      { quotas: { title: 'How much is allowed', text: `First this. ${words('worker')}` } },
      { '/limits': '/quotas' },
    ],
    [
      'a page that became a part of another one',
      { limits: { title: 'Limits', text: words('worker') }, all: { text: 'All.' } },
      { all: { text: 'All.', sections: { Limits: words('worker'), More: words('server') } } },
      { '/limits': '/all' },
    ],
    [
      'a page with the same name in another folder',
      { 'old/webhook-retries': { title: 'Retries' } },
      { 'new/webhook-retries': { title: 'Retrying webhooks' } },
      { '/old/webhook-retries': '/new/webhook-retries' },
    ],
    [
      'an overview of something else is no new place',
      { 'billing/overview': { title: 'Overview' } },
      { 'search/overview': { title: 'Overview', text: words('index') } },
      { 'billing/overview': '' },
    ],
    [
      'a folder that moved gets one redirect',
      { 'v/a': {}, 'v/b': {}, 'v/deep/c': {} },
      { 'w/a': {}, 'w/b': {}, 'w/deep/c': {} },
      { '/v/*': '/w/*' },
    ],
    [
      'a folder of which a page stayed gets one for each page that moved',
      { 'v/a': {}, 'v/b': {}, 'v/c': {}, 'v/d': {} },
      { 'v/d': {}, 'w/a': {}, 'w/b': {}, 'w/c': {} },
      { '/v/a': '/w/a', '/v/b': '/w/b', '/v/c': '/w/c' },
    ],
    [
      'a page of the folder that went elsewhere comes before the folder',
      { 'v/a': {}, 'v/b': {}, 'v/c': {}, 'v/d': { title: 'Dogs' } },
      { 'w/a': {}, 'w/b': {}, 'w/c': {}, 'animals/dogs': { title: 'Dogs' } },
      { '/v/d': '/animals/dogs', '/v/*': '/w/*' },
    ],
    [
      'a folder whose own page stayed gets one for the pages in it',
      { v: {}, 'v/a': {}, 'v/b': {}, 'v/c': {} },
      { v: {}, 'w/a': {}, 'w/b': {}, 'w/c': {} },
      { '/v/:page': '/w/:page' },
    ],
    [
      'a page with a new title and text moved with its folder',
      { 'v/a': {}, 'v/b': {}, 'v/c': {}, 'v/overview': { title: 'Overview' } },
      { 'w/a': {}, 'w/b': {}, 'w/c': {}, 'w/overview': { title: 'What it is' } },
      { '/v/*': '/w/*' },
    ],
    [
      'the pages of a version that is gone are those of the one that is shown first',
      { 'v1/install': { title: 'Install' } },
      {
        'v2/install': { title: 'Install', isOtherVersion: true },
        'v3/install': { title: 'Install' },
      },
      { '/v1/install': '/v3/install' },
    ],
    [
      'the pages of a language that is gone are those of the source',
      { start: {}, 'fr/start': { title: 'Début', language: 'fr', translationOf: 'start' } },
      { start: {} },
      { '/fr/start': '/start' },
    ],
    [
      'a translation moves with its source',
      {
        start: { title: 'Start here' },
        'fr/start': { title: 'Début', language: 'fr', translationOf: 'start' },
      },
      {
        begin: { title: 'Start here' },
        'fr/begin': { title: 'Commencer', language: 'fr', translationOf: 'begin' },
      },
      { '/fr/start': '/fr/begin', '/start': '/begin' },
    ],
    [
      'a page that became the index of its folder is not lost',
      { guides: {} },
      { 'guides/index': {} },
      {},
    ],
    [
      'a section whose heading changed has the same text',
      { p: { sections: { Limits: words('worker'), End: 'Done.' } } },
      { p: { sections: { 'How much is allowed': words('worker'), End: 'Done.' } } },
      { 'p#limits': 'how-much-is-allowed' },
    ],
    [
      'a section whose heading changed in part is in the same place',
      { p: { sections: { Start: 'a', Install: 'b', End: 'c' } } },
      { p: { sections: { Start: 'a', 'Installing it': 'd', End: 'c' } } },
      { 'p#install': 'installing-it' },
    ],
    [
      'a new section in the place of one that is gone is not it',
      { p: { sections: { Start: 'a', Install: 'b', End: 'c' } } },
      { p: { sections: { Start: 'a', Billing: 'd', End: 'c' } } },
      { 'p#install': '' },
    ],
  ])('%s', (_, before, after, expected) => {
    const found = proposed(liveSite({ ...kept, ...before }), nextSite({ ...kept, ...after }));
    expect(found).toEqual(expected);
    // Single pages are written first: the first match wins.
    expect(Object.keys(found)).toEqual(Object.keys(expected));
  });

  test('a file that Git has as renamed is the page, whatever its title and text', () => {
    const live = liveSite({ old: { title: 'Old', text: words('a') } });
    const next = nextSite({
      new: { title: 'New', text: 'Rewritten.' },
      other: { text: words('a') },
    });
    expect(proposed(live, next, { 'old.mdx': 'new.mdx' })).toEqual({ '/old': '/new' });
  });

  test('a section of a generated page is gone with the description, and nothing to write', () => {
    const live = liveSite({ p: { sections: { Body: words('field') } } });
    const next = nextSite({ p: { sections: { Query: 'Else.' } } });
    const page = next.pages.get('p') as NextPage;
    expect(proposed(live, next)).toEqual({ 'p#body': '' });
    const generated = new Map([['p', { ...page, file: 'openapi.yaml' }]]);
    expect(proposed(live, { ...next, pages: generated })).toEqual({});
  });

  test('an address with a redirect is not lost, and is once the redirect is gone', () => {
    const former = [{ path: 'older', title: 'Older', to: 'now' }];
    const live = liveSite({ now: {} }, { redirects: { '/older': '/now' }, former });
    expect(proposed(live, nextSite({ now: {} }, { '/older': '/now' }))).toEqual({});
    expect(proposed(live, nextSite({ now: {} }))).toEqual({ '/older': '/now' });
    // Nothing answered it in the last build either: that build has said so.
    expect(proposed(liveSite({ now: {} }, { former }), nextSite({ now: {} }))).toEqual({});
  });

  test('hundreds of pages that are gone and come are read once each', () => {
    const pages = (folder: string, title: string): Pages =>
      Object.fromEntries(
        Array.from({ length: 300 }, (_, at) => [
          `${folder}/${title}-${at}`,
          { title: `${title} ${at}`, text: words(`part ${at} of ${at * 7}`) },
        ]),
      );
    const next = nextSite(pages('b', 'new'));
    let reads = 0;
    const counted: NextSite = {
      ...next,
      sections: (path) => {
        reads++;
        return next.sections(path);
      },
    };
    const found = proposed(liveSite(pages('a', 'old')), counted);
    expect(Object.keys(found)).toHaveLength(300);
    expect(found['/a/old-17']).toBe('/b/new-17');
    expect(reads).toBe(300);
  });
});
