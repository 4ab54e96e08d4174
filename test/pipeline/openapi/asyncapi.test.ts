import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { type Cache, memoryCache } from '../../../pipeline/cache/cache.ts';
import { readChannels } from '../../../pipeline/openapi/asyncapi/channels.ts';
import { operationPages } from '../../../pipeline/openapi/pages.ts';
import { readDescription, readDescriptions } from '../../../pipeline/openapi/read.ts';
import { parseChannel } from '../../../pipeline/openapi/sources.ts';
import type { Problem } from '../../../schema/errors.ts';
import type { Channel } from '../../../schema/operation.ts';
import { api, configOf, filesOf, pageOf } from './describe.ts';

const folder = 'fixtures/sites/asyncapi/site';
const fixtures = Object.fromEntries(
  ['lamps-2.yaml', 'lamps-3.yaml', 'chat.yaml', 'schemas/light.yaml'].map((file) => [
    file,
    readFileSync(`${folder}/${file}`, 'utf8'),
  ]),
);

async function read(source: string, files: Record<string, unknown> = fixtures) {
  const { description, problems } = await readDescription(source, filesOf(files), {
    kind: 'asyncapi',
  });
  if (!description) return { problems, channels: [], operations: [] };
  const made = readChannels(description, api);
  const channels = made.operations.map(({ operation }) => operation.channel as Channel);
  return { problems: [...problems, ...made.problems], channels, operations: made.operations };
}

/** A description of version 3 with one channel. */
function small(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    asyncapi: '3.0.0',
    info: { title: 'Small', version: '1' },
    channels: { one: { address: 'one', messages: { only: { payload: { type: 'string' } } } } },
    operations: { send: { action: 'send', channel: { $ref: '#/channels/one' } } },
    ...parts,
  };
}

describe('version 2', () => {
  test('a reader sends what is published and receives what is subscribed to', async () => {
    const { channels, problems } = await read('lamps-2.yaml');
    expect(problems).toEqual([]);
    expect(
      channels.map(({ name, operations }) => [name, operations.map((each) => each.direction)]),
    ).toEqual([
      ['lamps/{lampId}/measured', ['receive']],
      ['lamps/{lampId}/turn', ['send']],
      ['lamps/alarms', ['receive']],
    ]);
  });

  test('messages have headers of traits, fields of other files and their own examples', async () => {
    const { channels } = await read('lamps-2.yaml');
    const [message] = channels[0]?.messages ?? [];
    expect(message).toMatchObject({
      id: 'measured',
      title: 'Light measured',
      contentType: 'application/json',
      correlation: { location: '$message.header#/trace' },
    });
    expect(message?.headers?.fields.map((field) => [field.name, field.type])).toEqual([
      ['trace', 'string<uuid>'],
    ]);
    expect(message?.payload?.fields.map((field) => [field.name, field.recursive])).toEqual([
      ['lumens', false],
      ['at', false],
      ['neighbours', true],
    ]);
    expect(message?.examples.map(({ label }) => label)).toEqual(['A bright day', '']);
  });

  test('a choice of messages is read, and a payload in another language stays as written', async () => {
    const { channels } = await read('lamps-2.yaml');
    expect(channels[1]?.operations[0]?.messages).toEqual(['turn', 'dim']);
    expect(channels[2]?.messages[0]?.payload).toBeUndefined();
    expect(channels[2]?.messages[0]?.payloadText).toMatchObject({
      format: 'application/vnd.apache.avro;version=1.9.0',
      language: 'json',
    });
  });

  test('a channel has the servers it names, their variables and all schemes', async () => {
    const { operations } = await read('lamps-2.yaml');
    const operation = operations[0]?.operation;
    expect(operation).toMatchObject({ kind: 'channel', method: 'MQTTS' });
    expect(operation?.servers.map(({ url }) => url)).toEqual([
      'secure-mqtt://broker.lamps.example:8883',
      'kafka://kafka.lamps.example:9092',
    ]);
    expect(operation?.security.map(({ name, label }) => [name, label])).toEqual([
      ['user', 'User name and password'],
      ['certificate', 'X.509 certificate'],
      ['sasl', 'SASL SCRAM-SHA-256'],
    ]);
    expect(operation?.channel?.servers[0]?.bindings).toEqual([
      {
        protocol: 'mqtt',
        rows: [
          { name: 'clientId', value: 'lamp-client' },
          { name: 'cleanSession', value: 'false' },
          { name: 'lastWill.topic', value: 'lamps/last' },
          { name: 'lastWill.qos', value: '1' },
        ],
      },
    ]);
    expect(operations[2]?.operation.deprecated).toBe(true);
  });

  test('a trait replaces what it is applied to', async () => {
    const { channels } = await read('a.json', {
      'a.json': {
        asyncapi: '2.6.0',
        info: { title: 'A', version: '1' },
        channels: {
          a: { publish: { summary: 'Own', traits: [{ summary: 'Of the trait' }] } },
        },
      },
    });
    expect(channels[0]?.operations[0]?.title).toBe('Of the trait');
  });
});

describe('version 3', () => {
  test('a reader receives what the application sends', async () => {
    const { channels, problems } = await read('lamps-3.yaml');
    expect(problems).toEqual([]);
    expect(channels[0]?.operations[0]).toMatchObject({
      direction: 'receive',
      title: 'Measurements',
      description: 'One message a minute.',
      messages: ['measured'],
      bindings: [{ protocol: 'kafka', rows: [{ name: 'groupId', value: 'lamps' }] }],
    });
  });

  test('a trait only adds to what it is applied to', async () => {
    const { channels } = await read('lamps-3.yaml');
    const [message] = channels[0]?.messages ?? [];
    expect(message?.headers?.fields.map((field) => [field.name, field.type])).toEqual([
      ['trace', 'string'],
      ['source', 'string'],
    ]);
    expect(message?.tags).toEqual(['from-trait']);
    expect(message?.payload?.fields.map((field) => field.name)).toEqual([
      'lumens',
      'at',
      'neighbours',
    ]);
  });

  test('an operation has the reply with its channel, address and messages', async () => {
    const { channels } = await read('lamps-3.yaml');
    expect(channels[1]?.operations[0]?.reply).toEqual({
      channel: 'turnAnswers',
      location: '$message.header#/replyTo',
      description: 'Where the answer goes.',
      messages: ['done'],
    });
    expect(channels[1]?.messages.map(({ id }) => id)).toEqual(['turn', 'done']);
    expect(channels[2]?.address).toBeUndefined();
  });

  test('WebSocket bindings become parameters, and samples send the first example', async () => {
    const { operations } = await read('chat.yaml');
    const operation = operations[0]?.operation;
    expect(operation?.parameters.map(({ name, in: place }) => [place, name])).toEqual([
      ['path', 'room'],
      ['query', 'name'],
      ['query', 'history'],
      ['header', 'X-Client'],
    ]);
    expect(operation?.samples.map(({ label }) => label)).toEqual([
      'JavaScript',
      'Node.js',
      'Python',
      'wscat',
    ]);
    for (const { text } of operation?.samples ?? []) {
      expect(text).toContain('wss://eu.chat.example/v1/rooms/lobby?name=Ada&token=<api-key>');
      expect(text).toContain('Hello');
    }
  });

  test('a sample adds to the query that an address has already', async () => {
    const security = [{ type: 'httpApiKey', in: 'query', name: 'token' }];
    const { operations } = await read('a.json', {
      'a.json': small({
        servers: { a: { host: 'x.example', protocol: 'ws', security } },
        operations: { it: { action: 'receive', channel: { $ref: '#/channels/one' } } },
        channels: { one: { address: '/a?v=2' } },
      }),
    });
    expect(operations[0]?.operation.samples[0]?.text).toContain(
      "'ws://x.example/a?v=2&token=<api-key>'",
    );
  });

  test('a sample keeps quotes of a description inside its texts', async () => {
    const { operations } = await read('a.json', {
      'a.json': small({
        servers: { a: { host: "x.example/'$(id)", protocol: 'ws' } },
        operations: { it: { action: 'receive', channel: { $ref: '#/channels/one' } } },
        channels: {
          one: {
            address: '/a',
            messages: { only: { payload: { const: 'it\'s """ \\ `' } } },
          },
        },
      }),
    });
    const texts = operations[0]?.operation.samples.map(({ text }) => text) ?? [];
    expect(texts[0]).toContain("'ws://x.example/\\'$(id)/a'");
    expect(texts[2]).toContain('socket.send("\\"it\'s \\\\\\"\\\\\\"\\\\\\"');
    expect(texts[3]).toContain(`'ws://x.example/'\\''$(id)/a'`);
  });
});

describe('pages', () => {
  async function make(config: Record<string, unknown>, pages = [pageOf('own')]) {
    const settings = configOf(config);
    const byPath = new Map(pages.map((page) => [page.path, page]));
    const descriptions = await readDescriptions(settings, pages, filesOf(fixtures));
    const made = operationPages({ config: settings, descriptions, pages: byPath });
    return { ...made, problems: [...descriptions.problems, ...made.problems] };
  }

  test('one per channel of api.asyncapi, named by title, operation or address', async () => {
    const { pages, problems, lookup } = await make({
      api: { asyncapi: { source: 'lamps-2.yaml', directory: 'events' } },
    });
    expect(problems).toEqual([]);
    expect(pages.map((page) => [page.path, page.title, page.frontmatter.description])).toEqual([
      [
        'events/measurements/receive-measurements',
        'Receive measurements',
        'What a lamp measures, once a minute.',
      ],
      ['events/control/turn-a-lamp-on-or-off', 'Turn a lamp on or off', undefined],
      ['events/lamps-alarms', 'lamps/alarms', undefined],
    ]);
    expect(lookup.operations('lamps-2.yaml').map(({ group }) => group)).toEqual([
      'measurements',
      'control',
      undefined,
    ]);
  });

  test('entries of the navigation and front matter name channels by name or address', async () => {
    const group = {
      group: 'A',
      asyncapi: 'lamps-3.yaml',
      pages: ['CHANNEL turnAnswers', 'chat.yaml channel room'],
    };
    const own = pageOf('own', { asyncapi: 'lamps-3 lamps.{lampId}.turn' });
    const { pages, problems, lookup } = await make({ navigation: { groups: [group] } }, [own]);
    expect(problems).toEqual([]);
    expect(pages.map(({ path, operation }) => [path, operation?.channel?.name])).toEqual([
      ['own', 'lampTurn'],
      ['api-reference/control/answers', 'turnAnswers'],
      ['api-reference/a-room', 'room'],
    ]);
    expect(lookup.operation('CHANNEL lampTurn', 'lamps-3.yaml')).toBe('own');
  });

  test('a page may name a channel alone: the descriptions of the tree are searched', async () => {
    const { pages, problems } = await make({}, [pageOf('own', { asyncapi: 'room' })]);
    expect(problems).toEqual([]);
    expect(pages[0]?.operation?.source).toBe('chat.yaml');
  });

  test('an unknown channel is reported in the file that names it', async () => {
    const { problems } = await make({}, [pageOf('own', { asyncapi: 'chat.yaml nowhere' })]);
    expect(problems[0]).toMatchObject({
      ruleId: 'asyncapi-channel-missing',
      file: 'own.mdx',
      reason: 'chat.yaml has no channel nowhere.',
      expected: ['room'],
    });
  });

  test('only descriptions with channels are named where one is missing', async () => {
    const { problems } = await make({ api: { openapi: 'openapi.json' } }, [
      pageOf('own', { asyncapi: 'nowhere' }),
    ]);
    const missing = problems.find(({ ruleId }) => ruleId === 'asyncapi-channel-missing');
    expect(missing?.reason).toBe('chat.yaml, lamps-2.yaml, lamps-3.yaml has no channel nowhere.');
  });

  test('the word channel may be between the file and the name', () => {
    expect(parseChannel('a.yaml channel b')).toEqual(parseChannel('a.yaml b'));
    expect(parseChannel('b')).toEqual({ kind: 'channel', key: 'CHANNEL b' });
    expect(parseChannel(' ')).toBeUndefined();
  });
});

describe('problems', () => {
  test('a description of another kind or version is refused at its place', async () => {
    const old = await read('a.json', { 'a.json': { asyncapi: '1.2.0' } });
    expect(old.problems[0]).toMatchObject({
      ruleId: 'asyncapi-version',
      reason: 'a.json is AsyncAPI 1.2.0, expected "2.0.0" to "2.6.0", "3.0.0" or "3.1.0".',
      place: { start: { line: 2, column: 15 } },
    });
    const openapi = await read('a.json', { 'a.json': { openapi: '3.1.0' } });
    expect(openapi.problems[0]?.note).toContain('name it as "openapi"');
    const other = await readDescription('a.json', filesOf({ 'a.json': { asyncapi: '3.0.0' } }));
    expect(other.problems[0]?.note).toContain('name it as "asyncapi"');
  });

  test('version 3.1 is checked by its own schema, and shows the bindings that it has added', async () => {
    const { problems, channels } = await read('a.json', {
      'a.json': small({
        asyncapi: '3.1.0',
        servers: {
          robot: {
            host: 'robot.example',
            protocol: 'ros2',
            colour: 'red',
            bindings: { ros2: { rmwImplementation: 'rmw_fastrtps_cpp' } },
          },
        },
      }),
    });
    expect(problems.map(({ reason }) => reason)).toEqual([
      'Unknown key "colour" in servers/robot.',
    ]);
    expect(channels[0]?.servers[0]?.bindings).toEqual([
      { protocol: 'ros2', rows: [{ name: 'rmwImplementation', value: 'rmw_fastrtps_cpp' }] },
    ]);
  });

  test('what breaks the specification is reported with line and column, and the rest is shown', async () => {
    const { problems, channels } = await read('a.yaml', {
      'a.yaml': [
        'asyncapi: 3.0.0',
        'info: { title: A, version: "1" }',
        'servers:',
        '  main: { protocol: ws }',
        'channels:',
        '  good: { address: good }',
        '  bad: { address: 5 }',
        '  odd: { address: odd, colour: red }',
        'operations:',
        '  one:',
        '    action: shout',
        '    channel: { $ref: "#/channels/good" }',
      ].join('\n'),
    });
    expect(
      problems.map(({ ruleId, severity, reason, place }) => [
        ruleId,
        severity,
        reason,
        `${place?.start.line}:${place?.start.column}`,
      ]),
    ).toEqual([
      ['asyncapi-invalid', 'warning', 'Missing "host" in servers/main.', '4:9'],
      [
        'asyncapi-invalid',
        'warning',
        'Unexpected value of channels/bad/address, expected string or null.',
        '7:19',
      ],
      ['asyncapi-invalid', 'warning', 'Unknown key "colour" in channels/odd.', '8:32'],
      [
        'asyncapi-invalid',
        'warning',
        'Unexpected value of operations/one/action, expected send or receive.',
        '11:13',
      ],
    ]);
    expect(channels.map(({ name }) => name)).toEqual(['good', 'bad', 'odd']);
  });

  test('what is wrong is remembered, until a file of the description changes', async () => {
    const kept = new Map<string, Promise<readonly Problem[]>>();
    let made = 0;
    const remember = (key: string, make: () => Promise<readonly Problem[]>) => {
      const found = kept.get(key) ?? make();
      if (!kept.has(key)) made++;
      kept.set(key, found);
      return found;
    };
    const readAgain = (title: string) =>
      readDescription(
        'a.json',
        { ...filesOf({ 'a.json': small({ info: { title } }) }), remember },
        { kind: 'asyncapi' },
      );
    const { problems } = await readAgain('One');
    expect(problems.map(({ reason }) => reason)).toEqual(['Missing "version" in info.']);
    expect((await readAgain('One')).problems).toEqual(problems);
    expect(made).toBe(1);
    await readAgain('Two');
    expect(made).toBe(2);
  });

  test('a build keeps it for the next one', async () => {
    const cache = memoryCache();
    const made: string[] = [];
    const through: Cache['through'] = (stage, key, compute) =>
      cache.through(stage, key, () => {
        made.push(stage);
        return compute();
      });
    const build = () => readSite({ dir: folder, cache: { ...cache, through }, codeVersion: '1' });
    const first = await build();
    expect(made.filter((stage) => stage === 'asyncapi')).not.toEqual([]);
    made.length = 0;
    expect((await build()).problems).toEqual(first.problems);
    expect(made).not.toContain('asyncapi');
  });

  test('a broken reference is reported where it is written', async () => {
    const { problems } = await read('a.json', {
      'a.json': small({
        channels: {
          one: { address: 'one', messages: { a: { $ref: '#/components/messages/no' } } },
        },
      }),
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      ruleId: 'openapi-reference',
      reason: 'Unresolved reference #/components/messages/no.',
    });
    expect(problems[0]?.place).toBeDefined();
  });

  test('no file outside of the site and no address without a fetcher is read', async () => {
    const { problems } = await read('a.json', {
      'a.json': small({
        components: {
          messages: {
            up: { payload: { $ref: '../../etc/passwd#/x' } },
            away: { payload: { $ref: 'http://127.0.0.1/x.json' } },
          },
        },
      }),
    });
    expect(problems.map(({ ruleId }) => ruleId).sort()).toEqual([
      'openapi-insecure',
      'openapi-missing',
    ]);
  });
});

describe('hostile descriptions', () => {
  test('cycles of references, messages, traits and channels end', async () => {
    const { channels } = await read('a.json', {
      'a.json': small({
        channels: {
          one: {
            address: 'one',
            messages: {
              a: {
                payload: { $ref: '#/components/schemas/A' },
                traits: [{ $ref: '#/channels/one/messages/a' }],
              },
              b: { $ref: '#/channels/one/messages/b' },
            },
          },
          two: { $ref: '#/channels/two' },
        },
        components: {
          schemas: {
            A: {
              allOf: [{ $ref: '#/components/schemas/A' }],
              properties: { a: { $ref: '#/components/schemas/A' } },
            },
          },
        },
      }),
    });
    expect(channels.map(({ name }) => name)).toEqual(['one']);
  });

  test('schemas that name the next one twice do not multiply', async () => {
    const schemas: Record<string, unknown> = { S60: { type: 'string' } };
    for (let index = 0; index < 60; index++) {
      const next = { $ref: `#/components/schemas/S${index + 1}` };
      schemas[`S${index}`] = { type: 'object', properties: { a: next, b: next } };
    }
    const payload = { $ref: '#/components/schemas/S0' };
    const channels = { one: { address: 'one', messages: { a: { payload } } } };
    const { channels: read_ } = await read('a.json', {
      'a.json': small({ channels, components: { schemas } }),
    });
    expect(JSON.stringify(read_).length).toBeLessThan(2_000_000);
  });

  test('many messages with one large trait stay within the work of a description', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    const messages = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `m${index}`,
        { payload: { type: 'string' }, traits: [{ $ref: '#/components/messageTraits/t' }] },
      ]),
    );
    const channels = Object.fromEntries(
      Object.entries(messages).map(([name, message]) => [
        name,
        { address: name, messages: { [name]: message } },
      ]),
    );
    const components = { messageTraits: { t: { headers: { type: 'object', properties } } } };
    const { problems, channels: made } = await read('a.json', {
      'a.json': small({ channels, operations: {}, components }),
    });
    expect(made).toHaveLength(3000);
    expect(problems.map(({ ruleId }) => ruleId)).toContain('openapi-cut');
  });

  test('a large message, and bindings, that all channels refer to are shown as long as work is left', async () => {
    const many = Array.from({ length: 4000 }, (_, index) => `c${index}`);
    const properties = Object.fromEntries(many.slice(0, 1000).map((name) => [name, {}]));
    const rows = Object.fromEntries(many.slice(0, 1000).map((name) => [name, { a: 1 }]));
    const channels = Object.fromEntries(
      many.map((name) => [
        name,
        {
          address: name,
          messages: { a: { $ref: '#/components/messages/a' } },
          bindings: { $ref: '#/components/channelBindings/b' },
        },
      ]),
    );
    const components = {
      messages: { a: { payload: { type: 'object', properties } } },
      channelBindings: { b: rows },
    };
    const { problems, channels: made } = await read('a.json', {
      'a.json': small({ channels, operations: {}, components }),
    });
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['openapi-cut']);
    const shown = made.filter(({ messages }) => messages.length > 0);
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.length).toBeLessThan(200);
    expect(Math.max(...made.map(({ bindings }) => bindings.length))).toBeLessThanOrEqual(60);
  });
});
