import { describe, expect, test } from 'vitest';
import { channelSources } from '../../../pipeline/site/channel-sources.ts';
import type { ChannelServer } from '../../../schema/operation.ts';

function server(url: string, values: Readonly<Record<string, readonly string[]>> = {}) {
  const protocol = url.slice(0, url.indexOf(':'));
  const variables = Object.entries(values).map(([name, list]) => ({
    name,
    required: true,
    ...(list.length > 0 ? { enum: list } : {}),
  }));
  return { name: 's', url, protocol, variables, bindings: [] } as unknown as ChannelServer;
}

describe('channelSources', () => {
  test.each([
    [server('wss://events.example.com/v1'), ['wss://events.example.com']],
    [server('ws://localhost:8080'), ['ws://localhost:8080']],
    [server('mqtt://broker.example.com'), []],
    [
      server('wss://{region}.example.com/{path}', { region: ['eu', 'us'], path: [] }),
      ['wss://eu.example.com', 'wss://us.example.com'],
    ],
    [server('wss://{tenant}.example.com', { tenant: [] }), ['wss://*.example.com']],
    [server('wss://live-{tenant}.example.com', { tenant: [] }), ['wss://*.example.com']],
    [server('wss://example.com:{port}', { port: [] }), ['wss://example.com:*']],
    [server('wss://a.{zone}.example.com', { zone: [] }), ['wss:']],
    [server('wss://{host}', { host: [] }), ['wss:']],
    // Neither an address with brackets nor what ends a directive can be a source.
    [server('ws://[::1]:9000'), ['ws:']],
    [server('ws://10.0.0.7:9000'), ['ws:']],
    [server('ws://127.0.0.1:9000'), ['ws://127.0.0.1:9000']],
    [server("wss://a;script-src 'none'"), ['wss:']],
  ])('%j', (one, sources) => {
    expect(channelSources([one])).toEqual(sources);
  });

  test('a variable with too many values is any value', () => {
    const shards = Array.from({ length: 50 }, (_, index) => `s${index}`);
    expect(channelSources([server('wss://{shard}.example.com', { shard: shards })])).toEqual([
      'wss://*.example.com',
    ]);
  });
});
