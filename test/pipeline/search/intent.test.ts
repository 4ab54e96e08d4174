import { describe, expect, test } from 'vitest';
import { aimOf } from '../../../pipeline/search/intent.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { searchOf } from '../../support/search.ts';
import { record, section } from './records.ts';

describe('a question asks for an explanation, a name or a topic', () => {
  test.each([
    ['What is a queue?', 'explanation'],
    ['how do I pause a queue', 'explanation'],
    ['Was ist eine Warteschlange?', 'explanation'],
    ['Qu’est-ce qu’une file ?', 'explanation'],
    ['什么是队列?', 'explanation'],
    ['queue', 'topic'],
    ['pause queue', 'topic'],
    ['Which field of the response has the name?', 'name'],
    ['What does POST /queues return?', 'name'],
    ['How do I call getThing()?', 'name'],
    ['What does the API return without a key?', 'name'],
    ['Which error do I get if the queue does not exist?', 'name'],
    ['What is the status code of a full queue?', 'name'],
    ['队列不存在时的状态码是什么?', 'name'],
    ['How do I get an API key?', 'explanation'],
    ['Why did my request to pause fail?', 'explanation'],
  ])('%s: %s', (question, expected) => {
    expect(aimOf(question)).toBe(expected);
  });
});

const paths = async (records: readonly PageRecord[], query: string, more = {}) =>
  (await searchOf(records)({ query, ...more })).results.map(({ path }) => path);

describe('a page of an operation', () => {
  const pages = [
    record('api/queues/pause', 'Pauses a queue.', {
      title: 'Pause a queue',
      description: 'Pauses a queue until it is resumed.',
      operation: true,
    }),
    record('concepts/work', 'A queue holds jobs until a worker takes them.', {
      title: 'Queues and workers',
    }),
  ];

  test('comes after a page that explains, when one is asked for', async () => {
    expect(await paths(pages, 'What is a queue?')).toEqual(['concepts/work', 'api/queues/pause']);
  });

  test('comes first when it is asked for', async () => {
    expect((await paths(pages, 'pause a queue'))[0]).toBe('api/queues/pause');
  });
});

test('a page whose headings are names in code is no explanation', async () => {
  const reference = record('sdk/queues', 'The class of a queue.', {
    title: 'sdk.queues',
    description: 'The module of queues.',
    sections: [
      section('Queue', 'The queue.'),
      section('pause_queue()', 'Pauses the queue.'),
      section('Queue.resume', 'Resumes the queue.'),
    ],
  });
  const guide = record('guides/work', 'A queue holds jobs.', { title: 'Queues and workers' });
  expect((await paths([guide, reference], 'What is a queue?'))[0]).toBe('guides/work');
  expect((await paths([guide, reference], 'pause_queue()'))[0]).toBe('sdk/queues');
});

test('a page of names in code comes after one that explains a topic', async () => {
  const reference = record('sdk/rate', 'Rate limits of a queue.', {
    title: 'sdk.rate_limits',
    sections: [
      section('RateLimit', 'Rate limits of a queue.'),
      section('RateLimit.of()', 'The rate limit of a queue.'),
      section('get_rate_limits()', 'Gets the rate limits of a queue.'),
    ],
  });
  const guide = record('guides/flow', 'Jobs wait while a rate limit is reached.', {
    title: 'Flow control',
    sections: [section('Rate limits', 'Jobs wait while a rate limit of their queue is reached.')],
  });
  expect((await paths([guide, reference], 'limit the rate'))[0]).toBe('guides/flow');
  expect((await paths([guide, reference], 'get_rate_limits()'))[0]).toBe('sdk/rate');
});

test('a page of error codes comes first for the message of one', async () => {
  const errors = record('sdk/errors', '', {
    title: 'Errors',
    sections: [
      section('QUEUE_ERR_FULL', 'The queue is full.'),
      section('QUEUE_ERR_CLOSED', 'The queue was closed before the job came.'),
    ],
  });
  const guide = record('guides/close', 'A queue is closed before the worker stops.', {
    title: 'Close a queue',
  });
  expect((await paths([guide, errors], 'the queue was closed before the job came'))[0]).toBe(
    'sdk/errors',
  );
});

describe('a question without a version', () => {
  const page = (version: string, text: string, more: Partial<PageRecord> = {}) =>
    record(`${version}/queues`, text, { title: 'Queues', version, ...more });
  const pages = [
    page('v2.14', 'Pause a queue with stop, pause, and halt of the queue.', { otherVersion: true }),
    page('v3', 'Pause a queue.', { description: 'x' }),
    record('v2.14/old', 'Rare word: zebra.', { version: 'v2.14', otherVersion: true }),
  ];

  test('is about the one that is shown first; others are below', async () => {
    expect(await paths(pages, 'pause a queue')).toEqual(['v3/queues', 'v2.14/queues']);
    expect(await paths(pages, 'zebra')).toEqual(['v2.14/old']);
  });

  test.each([['pause a queue in v2'], ['pause a queue in version 2.14'], ['v2.14 pause a queue']])(
    'is about a version that it names: %s',
    async (query) => {
      expect((await paths(pages, query))[0]).toBe('v2.14/queues');
    },
  );

  test('finds another version alone when that is chosen', async () => {
    expect(await paths(pages, 'pause a queue', { version: 'v2.14' })).toEqual(['v2.14/queues']);
  });
});
