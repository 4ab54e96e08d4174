import { describe, expect, test } from 'vitest';
import { quoted } from './quoted.ts';

describe('the best passage', () => {
  test('has what the title does not say already', () => {
    const markdown =
      '## Overview\n\nThe Relay integration connects to the Relay integration service.\n\n## Data\n\nIt stores the message history.';
    const [first] = quoted(
      'What does the Relay integration store?',
      ['Relay', 'integration', 'store'],
      [{ title: 'Relay integration', markdown }],
    );
    expect(first).toContain('message history');
  });

  test('has its words near each other, not at both ends of a program', () => {
    const code = '```js\nqueue.open();\n\nother();\n\nmore();\n\nretries.limit();\n```';
    const [first] = quoted(
      'What is the limit of retries of a queue?',
      ['limit', 'retries', 'queue'],
      [
        {
          title: 'Work',
          markdown: `## Run\n\n${code}\n\n## Rules\n\nA queue has a limit of 5 retries.`,
        },
      ],
    );
    expect(first).toContain('5 retries');
  });

  test('is no response of an operation, unless its status is asked for', () => {
    const page = {
      title: 'Add language',
      markdown:
        '## 201\n\nThe added language.\n\n## Notes\n\nThe added language has no pages.\n\n## 409\n\nThere is a language with that code.',
    };
    const [first] = quoted('How do I add a language?', ['add', 'language'], [page]);
    expect(first).toContain('no pages');
    const words = ['409', 'add', 'language'];
    const [other] = quoted('What is 409 of add language?', words, [page]);
    expect(other).toContain('that code');
  });

  test.each([
    ['What does the API return if the language does not exist?', 'no such language'],
    ['Which error do I get when the language already exists?', 'There is one'],
    ['Which error is returned with an expired API key?', 'Sign in'],
    ['What happens on too many requests to the language API, which status?', 'Slow down'],
  ])('is the status of what went wrong: %s', (question, expected) => {
    const markdown = [
      'What the language has is returned.',
      '## 200\n\nThe API returns the language and its key.',
      '## 401\n\nSign in first: the key of the API is missing.',
      '## 404\n\nThere is no such language.',
      '## 409\n\nThere is one: a language exists once.',
      '## 429\n\nSlow down: the API takes 100 requests a minute.',
    ].join('\n\n');
    const words = ['API', 'return', 'language', 'exist', 'error', 'key', 'requests'];
    const [first] = quoted(question, words, [{ title: 'Language API', markdown }]);
    expect(first).toContain(expected);
  });

  test('has the number of a measure, not its word', () => {
    const markdown =
      '## Workers\n\nA worker keeps a long connection to each of 2 queues.\n\n## Locks\n\nA worker waits 30 seconds for a lock.';
    const words = ['long', 'worker', 'wait', 'lock'];
    const [first] = quoted('How long does a worker wait for a lock?', words, [
      { title: 'Work', markdown },
    ]);
    expect(first).toContain('30 seconds');
    const [much] = quoted(
      'How much time is between locks?',
      ['time', 'locks'],
      [
        {
          title: 'Work',
          markdown:
            'The time is that of the server, 2 h ahead.\n\nLeave a second between locks, or 2 seconds.',
        },
      ],
    );
    expect(much).toContain('2 seconds');
    const [often] = quoted(
      'How many times is a lock retried?',
      ['many', 'times', 'lock', 'retried'],
      [
        {
          title: 'Locks',
          markdown: 'A lock is retried 5 ×.\n\nThe times of a lock are in UTC, 2 h ago.',
        },
      ],
    );
    expect(often).toContain('5 ×');
  });

  const operation = {
    ...{ title: 'Create webhook', operation: true as const },
    markdown: `> Create a webhook.

\`POST /webhooks\`

Create a webhook for the events of a project.

## Authorization

- \`Authorization\` (bearer): The key that may create a webhook for events of a project.

## Responses

### 201

- \`id\`: Id of the created webhook.

### 409

- \`taken\`: The webhook exists.`,
  };

  test.each([
    ['Which events does a created webhook get?', ['events', 'create', 'webhook'], 'POST /webhooks'],
    ['What is authorized to create a webhook?', ['authorized', 'create', 'webhook'], 'The key'],
    ['What does create webhook return?', ['create', 'webhook'], 'Id of the created'],
    ['Which error does create webhook give?', ['create', 'webhook'], '`taken`'],
    ['Which HTTP method creates a webhook?', ['http', 'method', 'create', 'webhook'], 'POST'],
  ])('of an operation is of the section that is asked for: %s', (question, words, expected) => {
    const [first] = quoted(question, words, [operation]);
    expect(first).toContain(expected);
  });

  test('is of a page about a thing before an operation, where the question is how it is done', () => {
    const concept = { title: 'Webhooks', markdown: 'To create a webhook, open the settings.' };
    const ask = (question: string) =>
      quoted(question, ['create', 'webhook'], [operation, concept])[0];
    expect(ask('How do I create a webhook?')).toContain('open the settings');
    const other = { ...operation, markdown: operation.markdown.replaceAll('webhook', 'page') };
    const far = { title: 'Site', markdown: '## Start\n\nMake a file to create a page.' };
    const [first] = quoted('How do I create a page?', ['create', 'page'], [other, operation, far]);
    expect(first).toContain('Make a file');
  });

  test('is not what is needed before, nor the end of a page, unless that is asked for', () => {
    const markdown =
      '## Prerequisites\n\n- Brew, to install the tool\n\n## Setup\n\nDownload the tool to install it.\n\n## Conclusion\n\nYou have seen how to install the tool.';
    const page = { title: 'Tool', markdown };
    const [steps] = quoted('How do I install the tool?', ['install', 'tool'], [page]);
    expect(steps).toContain('Download');
    const needs = 'What do I need to install the tool?';
    const [needed] = quoted(needs, ['need', 'install', 'tool'], [page]);
    expect(needed).toContain('Brew');
  });

  test('is no program, for a question that asks for none', () => {
    const code = '```js\nqueue.on("fail", (message) => queue.retry(message));\n```';
    const prose = 'A message of a queue that fails is tried again.';
    const [first] = quoted(
      'What happens to a message of a queue that fails?',
      ['message', 'queue', 'fails'],
      [{ title: 'Work', markdown: `## Listen\n\n${code}\n\n## Rules\n\n${prose}` }],
    );
    expect(first).toContain('tried again');
  });

  test('has the code above that its sentence speaks of', () => {
    const filler = '\n\nThe tables are indexed by time and by name.'.repeat(20);
    const markdown = `## Tables\n\nText.${filler}\n\n\`\`\`sql\ncreate table t;\n\`\`\`\n\nRun the SQL above to enable vectors.`;
    const [first] = quoted(
      'Which SQL do I run to enable vectors?',
      ['sql', 'run', 'enable', 'vectors'],
      [{ title: 'Store', markdown }],
    );
    expect(first).toContain('create table t');
  });

  test('is the section that introduces what is asked for', () => {
    const markdown =
      '## About Relay\n\nOpen platform for traces and tests.\n\n## Connect\n\nThe settings are of Relay.';
    const [first] = quoted('What is Relay?', ['Relay'], [{ title: 'Tracing', markdown }]);
    expect(first).toContain('Open platform');
  });

  test('is the command that installs packages, where these are asked for', () => {
    const markdown =
      '## Overview\n\nThe tool for mail needs no key.\n\n## Setup\n\n```sh\npip install mailer queue\n```';
    const [first] = quoted(
      'Which packages does mail need?',
      ['packages', 'mail', 'need'],
      [{ title: 'Mail', markdown }],
    );
    expect(first).toContain('pip install mailer');
  });

  test('is no list of links to other pages', () => {
    const links = '## Next\n\n- [Delete a queue](/delete)\n- [Pause a queue](/pause)';
    const [first] = quoted(
      'How do I delete a queue?',
      ['delete', 'queue'],
      [
        {
          title: 'Start',
          markdown: `${links}\n\n## Remove\n\nTo delete a queue, press **Delete**.`,
        },
      ],
    );
    expect(first).toContain('press **Delete**');
  });

  test('is the row of a table whose head says what its columns are', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `| Plan ${at} of the list | ${at}00 |`);
    const table = ['| Plan | Messages |', '| --- | --- |', ...rows, '| Gold | 77 |'].join('\n');
    const [first] = quoted(
      'How many messages does the Gold plan have?',
      ['messages', 'Gold', 'plan'],
      [{ title: 'Prices', markdown: table }],
    );
    expect(first).toContain('| Gold | 77 |');
  });

  test.each([
    ['de', 'Wer darf Vorlagen löschen?', ['vorlagen', 'löschen'], 'Nur Administratoren'],
    ['fr', 'Qui peut supprimer des modèles ?', ['supprimer', 'modèles'], 'Les propriétaires'],
    ['zh', '谁可以删除模板？', ['删除', '模板'], '管理员'],
  ])('names people to a question for them (%s)', (language, question, words, expected) => {
    const markdown = {
      de: 'Man kann Vorlagen löschen.\n\nNur Administratoren können Vorlagen löschen.',
      fr: 'On peut supprimer des modèles.\n\nLes propriétaires peuvent supprimer des modèles.',
      zh: '删除模板后无法恢复。\n\n管理员可以删除模板。',
    }[language];
    const title = { de: 'Vorlagen', fr: 'Modèles', zh: '模板' }[language] ?? '';
    const [first] = quoted(question, words, [{ title, markdown: markdown ?? '' }], { language });
    expect(first).toContain(expected);
  });
});

describe('an answer', () => {
  const queues = {
    title: 'Queues',
    markdown:
      '## Pause\n\nYou can pause a queue.\n\n## Pause later\n\nA queue can pause later.\n\n## Pause again\n\nA queue can pause again.',
  };

  test('has two passages of a page at most, and one of another that is as good', () => {
    const other = {
      title: 'Queues',
      markdown: '## Pause\n\nThey can pause a queue too.',
    };
    const found = quoted('Can I pause a queue?', ['pause', 'queue'], [queues, other]);
    expect(found).toHaveLength(3);
    expect(found.filter((text) => text.includes('too'))).toHaveLength(1);
  });

  test('is none where a number is next to other words', () => {
    const markdown = '## Limits\n\nAn upload of an image has a maximum of 20 MB.';
    const words = ['maximum', 'upload', 'video'];
    const question = 'What is the maximum upload of a video?';
    expect(quoted(question, words, [{ title: 'Images', markdown }])).toEqual([]);
    const video = { title: 'Videos', markdown: markdown.replace('an image', 'a video') };
    expect(quoted(question, words, [video])).toHaveLength(1);
  });

  test('is none where only the name of the product is there', () => {
    const markdown = '## News\n\nRelayHub has a release for the Enterprise.';
    const words = ['RelayHub', 'Enterprise', 'cost', 'seat'];
    const found = quoted(
      'What does RelayHub Enterprise cost per seat?',
      words,
      [{ title: 'News', markdown }],
      { common: ['RelayHub'] },
    );
    expect(found).toEqual([]);
  });

  test('is given for a version without that word', () => {
    const markdown = '## Search\n\nIt requires Relay 1.15.2 or newer.';
    const words = ['Relay', 'version', 'search', 'require'];
    const question = 'Which Relay version does search require?';
    expect(quoted(question, words, [{ title: 'Store', markdown }])).toHaveLength(1);
  });

  test('is none where only a sample names what is asked for', () => {
    const sample = '## Client\n\nA client writes:\n\n```\nuser: I like Zorba\n```';
    const words = ['write', 'client', 'Zorba'];
    const question = 'How do I write a client in Zorba?';
    expect(quoted(question, words, [{ title: 'Client', markdown: sample }])).toEqual([]);
    const prose = '## Client\n\nTo write a client in Zorba, add the package.';
    expect(quoted(question, words, [{ title: 'Client', markdown: prose }])).toHaveLength(1);
  });

  test('about the company is of no other company', () => {
    const page = { title: 'Relay', markdown: 'Relay is a company founded in 1999.' };
    const ask = (owner: string) =>
      quoted('When was the company founded?', ['company', 'founded'], [page], { owner });
    expect(ask('Acme')).toEqual([]);
    expect(ask('Relay')).toHaveLength(1);
  });

  test('is given for an identifier that a sentence has', () => {
    const markdown = 'If you see `depthLimitError`, a value is nested too deeply.';
    const found = quoted(
      'depthLimitError in my step of the flow',
      ['depthLimitError', 'step', 'flow'],
      [{ title: 'Runs of a step', markdown }],
    );
    expect(found).toHaveLength(1);
  });
});
