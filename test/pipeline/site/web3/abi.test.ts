import { describe, expect, test } from 'vitest';
import { functionsNamed, readAbi, signatureOf } from '../../../../pipeline/site/web3/abi.ts';
import { ledgerAbi } from '../../../support/chain/ledger.ts';

describe('an ABI', () => {
  test('keeps functions and errors, without what only compilers need', () => {
    const { abi } = readAbi(ledgerAbi);
    expect(abi?.functions.map(signatureOf).sort()).toEqual([
      'all()',
      'amountOf(address)',
      'deposit()',
      'fail()',
      'store(uint256,string)',
      'sum(uint256[],(address,uint256,string),bool)',
    ]);
    expect(abi?.errors.map(({ name }) => name)).toEqual(['TooMuch']);
    expect(JSON.stringify(abi)).not.toContain('internalType');
  });

  test('may be inside what a compiler writes', () => {
    expect(readAbi({ contractName: 'Ledger', abi: ledgerAbi }).abi).toEqual(readAbi(ledgerAbi).abi);
  });

  test('of an old compiler says what a function does in other words', () => {
    const { abi } = readAbi([
      { name: 'a', type: 'function', constant: true, inputs: [{ name: 'n', type: 'uint' }] },
      { name: 'b', type: 'function', payable: true },
      { name: 'c' },
    ]);
    expect(abi?.functions.map((one) => [signatureOf(one), one.stateMutability])).toEqual([
      ['a(uint256)', 'view'],
      ['b()', 'payable'],
      ['c()', 'nonpayable'],
    ]);
  });

  const withType = (type: unknown) => [
    { type: 'function', name: 'f', inputs: [{ name: 'x', type }] },
  ];

  test.each([
    ['no list', '', 'a list of entries, or an object with one as "abi"'],
    [{ abi: 1 }, '/abi', 'a list of entries, or an object with one as "abi"'],
    [[1], '/0', 'an object'],
    [[{ type: 'procedure' }], '/0/type', '"function", "error", "event" or "constructor"'],
    [[{ type: 'function', name: 'a b' }], '/0/name', 'a name'],
    [
      [{ type: 'function', name: 'a', stateMutability: 'often' }],
      '/0/stateMutability',
      'one of pure, view, nonpayable, payable',
    ],
    [[{ type: 'function', name: 'a', inputs: {} }], '/0/inputs', 'a list'],
    [withType('uint7'), '/0/inputs/0/type', 'a type'],
    [withType('uint264'), '/0/inputs/0/type', 'a type'],
    [withType('bytes33'), '/0/inputs/0/type', 'a type'],
    [withType('string[0]'), '/0/inputs/0/type', 'a type'],
    [withType(5), '/0/inputs/0/type', 'a type'],
    [withType('tuple'), '/0/inputs/0/components', 'the fields of the tuple'],
    [Array.from({ length: 5001 }, () => ({ type: 'event' })), '', 'at most 5000 entries'],
  ])('%j is refused at %s', (value, pointer, expected) => {
    const { abi, fault } = readAbi(value);
    expect(abi).toBeUndefined();
    expect(fault).toMatchObject({ pointer, expected });
  });

  test('with too many tuples inside each other is refused', () => {
    let type: object = { name: 'x', type: 'uint256' };
    for (let depth = 0; depth < 1000; depth++)
      type = { name: 'x', type: 'tuple', components: [type] };
    const { fault } = readAbi([{ type: 'function', name: 'f', inputs: [type] }]);
    expect(fault?.expected).toBe('at most 16 nested tuples');
  });

  test('finds functions by name, and overloaded ones by their types', () => {
    const { abi } = readAbi([
      { type: 'function', name: 'f', inputs: [{ type: 'uint' }] },
      { type: 'function', name: 'f', inputs: [{ type: 'uint' }, { type: 'address[]' }] },
    ]);
    const named = (name: string) => (abi ? functionsNamed(abi, name).map(signatureOf) : []);
    expect(named('f')).toHaveLength(2);
    expect(named('f(uint, address[])')).toEqual(['f(uint256,address[])']);
    expect(named('f(uint256)')).toEqual(['f(uint256)']);
    expect(named('g')).toEqual([]);
  });
});
