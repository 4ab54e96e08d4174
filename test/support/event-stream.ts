import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import type { ChatEvent } from '../../schema/chat.ts';

/**
 * The `data` of every event of a stream, by the rules of the HTML standard: lines end with CRLF, LF or
 * CR; a line that begins with a colon is a comment; an empty line sends what was gathered.
 */
export function parseEventStream(text: string): string[] {
  const events: string[] = [];
  let data: string[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
      continue;
    }
    if (line.startsWith(':')) continue;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
  }
  return events;
}

/** The chat events of an answer to a question; fails when two parsers differ or the order is not the protocol's. */
export function chatEvents(text: string): ChatEvent[] {
  const own = parseEventStream(text);
  const theirs: string[] = [];
  const parser = createParser({ onEvent: (event) => theirs.push(event.data) });
  parser.feed(text);
  expect(own).toEqual(theirs);
  // Every event is one line of data, and nothing else is on the wire but comments.
  for (const line of text.split('\n')) expect(line).toMatch(/^(data: \{.*\}|: ping|)$/);
  const events = own.map((data) => JSON.parse(data) as ChatEvent);
  expectOrder(events);
  return events;
}

/** `start` first and once; one `done` or `error` last; `citations` once, behind all text, unless it failed. */
export function expectOrder(events: readonly ChatEvent[]): void {
  const types = events.map((event) => event.type);
  expect(types[0]).toBe('start');
  expect(types.filter((type) => type === 'start')).toHaveLength(1);
  expect(types.filter((type) => type === 'done' || type === 'error')).toHaveLength(1);
  expect(['done', 'error']).toContain(types.at(-1));
  if (types.at(-1) === 'done') expect(types.slice(-2)).toEqual(['citations', 'done']);
  else expect(types).not.toContain('citations');
  const open = new Set<string>();
  const order: string[] = [];
  for (const event of events) {
    if (event.type === 'tool_call') {
      expect(open.has(event.callId)).toBe(false);
      open.add(event.callId);
      order.push(event.callId);
    }
    if (event.type === 'tool_result') expect(order.shift()).toBe(event.callId);
  }
  if (types.at(-1) === 'done') expect(order).toEqual([]);
}

/** The text of an answer. */
export function answerOf(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.content : '')).join('');
}
