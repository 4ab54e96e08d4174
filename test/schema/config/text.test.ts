import { expect, test } from 'vitest';
import { configIn } from '../../../schema/config/text.ts';

test.each([
  ['{"a": [1]}', { a: [1] }],
  ['{"a": [1,], // one\n}', { a: [1] }],
  ['/* ours */ {"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
  ['{"a": ', undefined],
  ['', undefined],
])('the configuration in %j is read as far as it can be', (text, value) => {
  expect(configIn(text)).toEqual(value);
});
