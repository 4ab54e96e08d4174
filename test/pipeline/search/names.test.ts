import { describe, expect, test } from 'vitest';
import type { PageRecord } from '../../../schema/build.ts';
import { searchOf } from '../../support/search.ts';
import { record, section } from './records.ts';

const filler = Array.from({ length: 20 }, (_, index) => {
  return record(`other/${index}`, `Something else, number ${index}.`, { title: `Other ${index}` });
});

async function first(records: readonly PageRecord[], query: string) {
  const { results } = await searchOf([...records, ...filler])({ query });
  return { path: results[0]?.path, section: results[0]?.sections[0]?.heading };
}

/** Says the words of the title on every line, in a long text about something wider. */
const wide = record('queues/guide', 'Queue tasks, pause queues, list queue tasks. '.repeat(8), {
  title: 'Guide to all queues and tasks',
  description: 'Queue, tasks, pause.',
  keywords: ['queue', 'queues', 'task'],
});

describe('the title of a page', () => {
  const pages = [
    wide,
    record('queues/list', 'Returns them.', { title: 'List queue tasks' }),
    record('queues/one', 'Returns it.', { title: 'List queue task' }),
    record('projects/get', 'Returns one.', { title: 'Get project' }),
    record('projects/list', 'Returns all of them.', { title: 'Get projects' }),
    record('hosting', 'A server of your own.', { title: 'Configuration' }),
    record('decay', 'What fades.', { title: 'Memory decay in long conversations' }),
    record('forget', 'Decay, decay of a memory, and decay again.', {
      title: 'Decay and memory',
      keywords: ['memory', 'decay'],
    }),
  ];

  test.each([
    ['it', 'List queue tasks', 'queues/list'],
    ['it in other letters', 'list-queue TASKS', 'queues/list'],
    ['its plural, where another page has the singular', 'Get projects', 'projects/list'],
    ['its singular, where another page has the plural', 'Get project', 'projects/get'],
    ['it without its end', 'Configurat', 'hosting'],
    ['it with a typing error', 'Confgiuration', 'hosting'],
    ['its plural with a typing error', 'Get porjects', 'projects/list'],
    ['its singular with a typing error', 'Get porject', 'projects/get'],
    ['its first words in its order', 'Memory decay in', 'decay'],
  ])('decides when a question is %s', async (_how, query, path) => {
    expect((await first(pages, query)).path).toBe(path);
  });

  test('is not decisive when the question asks for more', async () => {
    const { path } = await first(pages, 'guide to pause queues');
    expect(path).toBe('queues/guide');
  });
});

test('a heading that says what was asked decides, and is the section that is shown', async () => {
  const pages = [
    record('wide', 'x', {
      title: 'Rotate keys of a project',
      sections: [section('Overview', 'How to rotate signing keys each month. '.repeat(5))],
    }),
    record('narrow', 'x', {
      title: 'Security',
      sections: [
        section('Overview', 'Keys, and how to rotate them.'),
        section('Rotate signing keys', 'Run one command.'),
      ],
    }),
  ];
  expect(await first(pages, 'Rotate signing keys')).toEqual({
    path: 'narrow',
    section: 'Rotate signing keys',
  });
});

describe('a name in code', () => {
  const pages = [
    record('sdk', 'About the version of an SDK.', {
      title: 'SDK version',
      sections: [section('SDK version', 'Which version of the SDK.', 'client.version')],
    }),
    record('tasks', 'What a task returns.', {
      title: 'Tasks',
      sections: [
        section('Result', 'The fields of it.', 'print(task.sdkVersion)\nclient.getThing()'),
      ],
    }),
  ];

  test.each([
    ['sdkVersion'],
    ['task.sdkVersion'],
    ['getThing()'],
    ['client.getThing'],
    ['sdkversion'],
  ])('finds the only page that has it: %s', async (query) => {
    expect((await first(pages, query)).path).toBe('tasks');
  });

  test('is found in a long text as well', async () => {
    const long = record('changelog', 'x', {
      title: 'Changes',
      sections: [section('All', `${'A line about queues.\n'.repeat(800)}Added retryLimit.`)],
    });
    const parts = record('retry', 'Retry until a limit. '.repeat(3), { title: 'Retry limit' });
    expect((await first([long, parts], 'retryLimit')).path).toBe('changelog');
  });
});
