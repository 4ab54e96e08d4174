import { expect, test } from 'vitest';
import { publishedEvents } from '../../../runtime/deployments/published-events.ts';
import type { Manifest } from '../../../schema/build.ts';
import type { SiteEvent } from '../../../schema/events.ts';

/** A manifest of pages with what they say. */
const manifest = (pages: Record<string, string>) =>
  ({
    pages: Object.fromEntries(
      Object.entries(pages).map(([path, words]) => [
        path,
        { title: path, sourceHash: words, contentHash: words, file: `${path}.mdx`, htmlHash: '' },
      ]),
    ),
  }) as unknown as Manifest;
let ids = 0;
const event = (type: string, pagePath?: string, deploymentId = 'live') =>
  ({
    id: `evt_${ids++}`,
    type,
    projectId: 'p',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { deploymentId, ...(pagePath === undefined ? {} : { pagePath, pageTitle: pagePath }) },
  }) as unknown as SiteEvent;
const told = (events: readonly SiteEvent[], before: Manifest, after: Manifest) =>
  publishedEvents(events, 'live', { before, after }).map(({ type, data }) =>
    'pagePath' in data ? `${type} ${data.pagePath}` : type,
  );

test('a page that disappears with one build and returns with the next is not reported', () => {
  const events = [
    event('deployment.completed'),
    event('page.deleted', 'de/a'),
    event('page.updated', 'a'),
    event('page.created', 'de/a'),
  ];
  const before = manifest({ a: '1', 'de/a': '1' });
  expect(told(events, before, manifest({ a: '2', 'de/a': '1' }))).toEqual([
    'deployment.completed',
    'page.updated a',
  ]);
  const after = manifest({ a: '2', 'de/a': '2' });
  const [, updated] = publishedEvents(events, 'live', { before, after }).filter(({ type }) =>
    type.startsWith('page.'),
  );
  expect(updated).toMatchObject({ type: 'page.updated', data: { pagePath: 'de/a', diff: '' } });
});

test('a page that exists or is gone in the end is reported once', () => {
  const events = [
    event('page.created', 'new'),
    event('page.updated', 'new'),
    event('page.updated', 'old'),
    event('page.deleted', 'old'),
    event('page.created', 'short'),
    event('page.deleted', 'short'),
  ];
  expect(told(events, manifest({ old: '1' }), manifest({ new: '1' }))).toEqual([
    'page.created new',
    'page.deleted old',
  ]);
});

test('if the previous deployment is gone, everything is reported', () => {
  const events = [event('page.deleted', 'a'), event('page.created', 'a')];
  expect(publishedEvents(events, 'live', { after: manifest({ a: '1' }) })).toEqual(events);
});

test('a deployment that was replaced before readers got it is not reported, only what it changed', () => {
  const events = [
    event('deployment.started', undefined, 'held'),
    event('deployment.completed', undefined, 'held'),
    event('page.updated', 'b', 'held'),
    event('page.updated', 'a', 'held'),
    event('deployment.started', undefined, 'broken'),
    event('deployment.failed', undefined, 'broken'),
    event('deployment.started'),
    event('deployment.completed'),
    event('page.created', 'c'),
  ];
  const before = manifest({ a: '1', b: '1' });
  const after = manifest({ a: '2', b: '2', c: '1' });
  const seen = publishedEvents(events, 'live', { before, after });
  expect(
    seen.map(({ type, data }) => [
      type,
      (data as { deploymentId: string }).deploymentId,
      ...('pagePath' in data ? [data.pagePath] : []),
    ]),
  ).toEqual([
    ['deployment.started', 'broken'],
    ['deployment.failed', 'broken'],
    ['deployment.started', 'live'],
    ['deployment.completed', 'live'],
    ['page.updated', 'live', 'a'],
    ['page.updated', 'live', 'b'],
    ['page.created', 'live', 'c'],
  ]);
});
