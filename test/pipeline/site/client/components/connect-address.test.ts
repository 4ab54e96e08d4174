import { describe, expect, test } from 'vitest';
import {
  formatted,
  isMixed,
  socketAddress,
} from '../../../../../pipeline/site/client/components/connect-address.ts';
import type { Connection } from '../../../../../schema/connection.ts';

const connection: Connection = {
  address: '/rooms/{room}',
  servers: [
    { name: 'one', url: 'wss://{region}.example.com/v1/', variables: [] },
    { name: 'two', url: 'ws://localhost:1', variables: [] },
  ],
  parameters: [{ name: 'room', required: true }],
  query: [{ name: 'name', required: true }],
  headers: [],
  messages: [],
};

const values = (more: Partial<Parameters<typeof socketAddress>[1]> = {}) => ({
  server: 0,
  variables: new Map([['region', 'eu']]),
  parameters: new Map([['room', 'a/b ?#']]),
  query: new Map([['name', 'Ada & Bob']]),
  ...more,
});

describe('socketAddress', () => {
  test('keeps a parameter in its part of the path and a value in its query', () => {
    expect(socketAddress(connection, values())).toBe(
      'wss://eu.example.com/v1/rooms/a%2Fb%20%3F%23?name=Ada%20%26%20Bob',
    );
  });

  test('leaves what is empty in braces, and empty queries out', () => {
    const empty = { parameters: new Map([['room', '']]), query: new Map([['name', '']]) };
    expect(socketAddress(connection, values({ server: 1, ...empty }))).toBe(
      'ws://localhost:1/rooms/{room}',
    );
  });

  test('joins an address without a slash, and one that has a query', () => {
    expect(socketAddress({ ...connection, address: 'chat?v=1' }, values())).toBe(
      'wss://eu.example.com/v1/chat?v=1&name=Ada%20%26%20Bob',
    );
    expect(socketAddress({ ...connection, address: '' }, values({ query: new Map() }))).toBe(
      'wss://eu.example.com/v1',
    );
  });
});

test('only plain addresses of other machines are mixed content', () => {
  const https = { protocol: 'https:' };
  expect(isMixed('ws://example.com', https)).toBe(true);
  expect(isMixed('wss://example.com', https)).toBe(false);
  expect(isMixed('ws://localhost:80', https)).toBe(false);
  expect(isMixed('ws://127.0.0.1', https)).toBe(false);
  expect(isMixed('ws://example.com', { protocol: 'http:' })).toBe(false);
  expect(isMixed('no address', https)).toBe(false);
});

test('JSON is shown over several lines, everything else as it is', () => {
  expect(formatted('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatted('{broken')).toBe('{broken');
  expect(formatted('plain')).toBe('plain');
});
