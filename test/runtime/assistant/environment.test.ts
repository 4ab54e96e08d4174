import { expect, test } from 'vitest';
import { readChatSettings } from '../../../runtime/assistant/environment.ts';

const model = { DOCENT_CHAT_MODEL: 'gpt-4.1', OPENAI_API_KEY: 'secret' };
const read = (more: Readonly<Record<string, string>>, file = '') =>
  readChatSettings({ ...model, ...more }, () => file);

test('a key, an address or a catalogue turns no model on; its name does', () => {
  expect(
    readChatSettings({
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: 'http://x/v1',
      DOCENT_MODELS: 'm.json',
    }),
  ).toEqual({});
  expect(read({})).toEqual({
    chat: { baseUrl: 'https://api.openai.com/v1', apiKey: 'secret', model: 'gpt-4.1' },
  });
});

test("a catalogue says what a docs.json's model is called, and where it is", () => {
  const { models } = read(
    { DOCENT_MODELS: 'models.json', OTHER_KEY: 'theirs' },
    JSON.stringify({
      'openai/gpt-4.1': 'gpt-4.1',
      'acme/large': {
        model: 'large-2',
        baseUrl: 'https://models.acme.example/v1',
        apiKey: 'OTHER_KEY',
      },
      'acme/open': { baseUrl: 'http://localhost:11434/v1' },
    }),
  );
  expect(Object.fromEntries(models ?? [])).toEqual({
    'openai/gpt-4.1': { baseUrl: 'https://api.openai.com/v1', apiKey: 'secret', model: 'gpt-4.1' },
    'acme/large': { baseUrl: 'https://models.acme.example/v1', apiKey: 'theirs', model: 'large-2' },
    // Our key goes to no other server.
    'acme/open': { baseUrl: 'http://localhost:11434/v1', apiKey: 'none', model: 'acme/open' },
  });
});

test.each([
  ['{', 'The file in DOCENT_MODELS is not valid JSON'],
  ['[]', 'must contain an object of model ids'],
  ['{"a/b": 7}', 'Model "a/b" of DOCENT_MODELS: expected a name, or an object with "model".'],
  ['{"a/b": {"url": "x"}}', 'unexpected field "url", expected one of model, baseUrl, apiKey.'],
  ['{"a/b": {"model": ""}}', '"model" is not a string.'],
  ['{"a/b": {"baseUrl": "ftp://x"}}', '"ftp://x" is not a URL such as'],
  ['{"a/b": {"apiKey": "NO_KEY"}}', 'the variable NO_KEY with its API key is not set.'],
])('the catalogue %s is refused with a sentence', (file, sentence) => {
  expect(() => read({ DOCENT_MODELS: 'models.json' }, file)).toThrow(sentence);
});

test('a missing catalogue is rejected with a sentence', () => {
  expect(() => readChatSettings({ ...model, DOCENT_MODELS: '/nowhere/models.json' })).toThrow(
    "Can't read the file in DOCENT_MODELS: ",
  );
});

test('what happens to sentences that no page contains is one of two words', () => {
  expect(readChatSettings({ DOCENT_CHAT_UNSUPPORTED: 'drop' })).toEqual({ unsupported: 'drop' });
  expect(() => readChatSettings({ DOCENT_CHAT_UNSUPPORTED: 'hide' })).toThrow(
    'Unexpected value of DOCENT_CHAT_UNSUPPORTED: "hide", expected mark or drop.',
  );
});

test('days, origins and words are read with or without a model', () => {
  expect(
    readChatSettings({
      DOCENT_CHAT_RETENTION: '30',
      DOCENT_ORIGINS: 'https://docs.example.com',
      DOCENT_CHAT_DENIED: 'lottery, gossip',
    }),
  ).toEqual({
    retention: 30,
    origins: ['https://docs.example.com'],
    denied: ['lottery', 'gossip'],
  });
  for (const days of ['0', '-1', 'long', '1.5', '999999']) {
    expect(() => readChatSettings({ DOCENT_CHAT_RETENTION: days })).toThrow(
      `Unexpected value of DOCENT_CHAT_RETENTION: "${days}", expected a number of days such as 180.`,
    );
  }
});
