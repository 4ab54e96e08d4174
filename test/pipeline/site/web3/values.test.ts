import { describe, expect, test } from 'vitest';
import { parseValue, WrongValueError } from '../../../../pipeline/site/web3/values.ts';
import type { AbiParameter } from '../../../../schema/abi.ts';

const point: AbiParameter = {
  name: '',
  type: 'tuple',
  components: [
    { name: 'x', type: 'uint256' },
    { name: 'name', type: 'string' },
  ],
};
const parameterOf = (type: string | AbiParameter): AbiParameter =>
  typeof type === 'string' ? { name: '', type } : type;
const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

describe('a value', () => {
  test.each<[string | AbiParameter, string, unknown]>([
    ['uint8', ' 255 ', 255n],
    ['uint256', '0xff', 255n],
    ['int8', '-128', -128n],
    ['uint256', String(2n ** 256n - 1n), 2n ** 256n - 1n],
    ['bool', 'true', true],
    ['string', ' kept as it is ', ' kept as it is '],
    ['string', '', ''],
    ['bytes', '0x', '0x'],
    ['bytes4', '0x12345678', '0x12345678'],
    ['address', address, address],
    ['address', address.toLowerCase(), address.toLowerCase()],
    ['uint256[]', '[9007199254740993, "2"]', [9007199254740993n, 2n]],
    ['bool[2]', '[true, false]', [true, false]],
    ['uint8[][]', '[[1], []]', [[1n], []]],
    ['string[]', '["1, 2", "\\"3\\": 4"]', ['1, 2', '"3": 4']],
    [point, '{"name": "a", "x": 12345678901234567890}', [12345678901234567890n, 'a']],
    [point, '[1, "a"]', [1n, 'a']],
    [{ ...point, type: 'tuple[]' }, '[{"x": 1, "name": "a"}]', [[1n, 'a']]],
  ])('of %j is read from %s', (type, text, value) => {
    expect(parseValue(text, parameterOf(type))).toEqual(value);
  });

  test.each<[string | AbiParameter, string]>([
    ['uint8', '256'],
    ['uint8', '-1'],
    ['int8', '128'],
    ['uint256', '1.5'],
    ['uint256', '1e3'],
    ['uint256', ''],
    ['uint256', '9'.repeat(10_000)],
    ['bool', 'yes'],
    ['bytes', '0x123'],
    ['bytes4', '0x1234'],
    ['address', '0x12'],
    ['address', address.replace('F', 'f')],
    ['uint256[]', '1, 2'],
    ['uint256[]', '[1.5]'],
    ['uint256[2]', '[1]'],
    ['uint256[]', '{"0": 1}'],
    [point, '{"x": 1}'],
    [point, '{"x": 1, "y": "a"}'],
    [point, '{"x": 1, "name": "a", "more": 1}'],
    [point, 'null'],
  ])('of %j is not %s', (type, text) => {
    expect(() => parseValue(text, parameterOf(type))).toThrow(WrongValueError);
  });
});
