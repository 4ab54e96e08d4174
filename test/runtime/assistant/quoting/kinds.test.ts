import { describe, expect, test } from 'vitest';
import { quoted } from './quoted.ts';

describe('the best passage', () => {
  test('defines a name whose parts the question does not name', () => {
    const markdown =
      'Acme supports LangRelay for its queues. LangRelay is a framework for mail.\n\n## Notes\n\nWith LangRelay, mind the limits.';
    const kit = { title: 'LangRelay', markdown: 'Use LangRelay in a travel agent.' };
    const [first] = quoted(
      'What is LangRelay?',
      ['LangRelay'],
      [kit, { title: 'LangRelay', markdown }],
    );
    expect(first).toContain('is a framework');
  });

  test('says where, to a question for a place', () => {
    const markdown =
      '## Tokens\n\nAll tokens of a robot expire.\n\n## First token\n\nGet tokens of a robot from the **Robots** page.';
    const [first] = quoted(
      'Where do I get tokens of a robot?',
      ['tokens', 'robot'],
      [{ title: 'Robots', markdown }],
    );
    expect(first).toContain('**Robots** page');
  });

  test('is below the heading that asks the question', () => {
    const markdown =
      'Machines print labels, then add glue.\n\n## Print labels\n\nThe key on the right starts it.';
    const [first] = quoted(
      'How do I print labels?',
      ['print', 'labels'],
      [{ title: 'Machine', markdown }],
    );
    expect(first).toContain('The key on the right');
  });

  test('is the row of what is asked for', () => {
    const rows = '| queue | price |\n| --- | --- |\n| an order | 64 MB |\n| a parcel | 5 MB |';
    const talk = 'One of the many orders of the queue is read next.';
    const [first] = quoted(
      'How large may an order be?',
      ['large', 'order'],
      [
        { title: 'Splitting', markdown: talk },
        { title: 'Limits', markdown: rows },
      ],
    );
    expect(first).toContain('64 MB');
  });

  test('is the variable of the environment, whose sentence has no such word', () => {
    const markdown =
      '## Setup\n\nSet `RELAY_MAIL_KEY` for Relay.\n\n## Notes\n\nRelay reads a variable of the template.';
    const [first] = quoted(
      'Which environment variable does Relay need?',
      ['environment', 'variable', 'Relay', 'need'],
      [{ title: 'Relay', markdown }],
    );
    expect(first).toContain('RELAY_MAIL_KEY');
  });

  test('is the item that a definition is about', () => {
    const markdown =
      '## Care\n\nMind a switch when you paint.\n\n## Parts\n\n- **Lamp**: it shines.\n- **Switch**: on or off.';
    const [first] = quoted('What is a switch?', ['switch'], [{ title: 'Forms', markdown }]);
    expect(first).toContain('on or off');
  });

  test('is the command that installs, also from what is needed before', () => {
    const markdown =
      '## Prerequisites\n\n- Node 24\n- The relay:\n\n```sh\nnpm install -g relay\n```\n\n## Start\n\n1. Open the relay to install parts.';
    const page = { title: 'Relay', markdown };
    const [first] = quoted('How do I install the relay?', ['install', 'relay'], [page]);
    expect(first).toContain('npm install');
  });

  test('is the value of a name, and no definition', () => {
    const markdown =
      'The base URL is what requests begin with.\n\n## Requests\n\nThe base URL of requests: `https://api.example.com/v1`.';
    const words = ['base', 'url', 'requests'];
    const [first] = quoted('What is the base URL of requests?', words, [
      { title: 'API', markdown },
    ]);
    expect(first).toContain('api.example.com');
  });

  test('is no sentence that sends to another page', () => {
    const markdown =
      '## Mail\n\nTo send mail to many people, see the guide to sending mail to many [people](/people).\n\n## Send\n\nTo send mail to people, press **Send**.';
    const [first] = quoted(
      'How do I send mail to many people?',
      ['send', 'mail', 'many', 'people'],
      [{ title: 'Start', markdown }],
    );
    expect(first).toContain('press **Send**');
  });
});

describe('a German question', () => {
  const sensor = {
    title: 'Feuchte',
    markdown: 'Der Feuchtesensor misst alle 15 Minuten. Die Batterie hält zwei Jahre.',
  };

  test('has no names in its nouns', () => {
    const page = {
      title: 'Batterie',
      markdown: '## Batterie tauschen\n\nTauschen Sie die Batterie mit einer Zange.',
    };
    const words = ['tausche', 'batterie', 'garten'];
    const question = 'Wie tausche ich die Batterie im Garten?';
    expect(quoted(question, words, [page], { language: 'de' })).toHaveLength(1);
  });

  test('has measures, and words inside of longer ones', () => {
    const found = quoted('Wie oft misst der Sensor?', ['oft', 'misst', 'sensor'], [sensor], {
      language: 'de',
    });
    expect(found).toHaveLength(1);
  });
});
