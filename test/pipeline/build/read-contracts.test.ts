import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readContracts } from '../../../pipeline/build/read-contracts.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { readConfig } from '../../../pipeline/config/read.ts';
import { ledgerAbi } from '../../support/chain/ledger.ts';
import { minimalConfig } from '../../support/temp.ts';

const text = JSON.stringify(ledgerAbi);
const pin = hash('sha256', text, 'hex');
const url = 'https://abis.example.com/ledger.json';

/** Reads the ABI of one contract; what its host sends is `sent`. */
async function read(abi: unknown, sent = text, cache = memoryCache()) {
  const fetched: string[] = [];
  const contracts = { ledger: { address: {}, abi } };
  const written = JSON.stringify(minimalConfig(['index'], { web3: { contracts } }), null, 2);
  const { config, locate } = readConfig(Buffer.from(written), { file: 'docs.json' });
  if (!config) throw new Error('The configuration of the test is wrong');
  const { abis, problems } = await readContracts(config, {
    locate,
    cache,
    readText: (path) => ({ 'ledger.json': text, 'broken.json': '[{' })[path],
    fetchText: async (address) => {
      fetched.push(address);
      if (sent === '') throw new Error(`${address} answered 404`);
      return sent;
    },
  });
  return {
    fetched,
    names: abis.ledger?.functions.map(({ name }) => name),
    problems: problems.map(
      ({ severity, ruleId, reason, place }) =>
        `${place?.start.line} ${severity} ${ruleId}: ${reason}`,
    ),
    notes: problems.map(({ note }) => note),
  };
}

describe('the ABI of a contract', () => {
  test.each([['/ledger.json'], ['ledger.json'], [ledgerAbi]])('is read from %j', async (abi) => {
    const { names, problems, fetched } = await read(abi);
    expect(names).toContain('store');
    expect([...problems, ...fetched]).toEqual([]);
  });

  test('on another host has to have the hash in its address, and is then kept', async () => {
    const cache = memoryCache();
    const pinned = `${url}#sha256=${pin}`;
    const first = await read(pinned, text, cache);
    expect(first).toMatchObject({ problems: [], fetched: [url] });
    expect(first.names).toContain('store');
    expect(await read(pinned, '', cache)).toMatchObject({ problems: [], fetched: [] });
  });

  test('that has changed is not used', async () => {
    const { names, problems, notes } = await read(`${url}#sha256=${pin}`, '[]');
    expect(names).toBeUndefined();
    expect(problems).toEqual([
      expect.stringMatching(/^\d+ error changed-abi: The ABI .* has another hash than sha256 /),
    ]);
    expect(notes[0]).toContain(`${url}#sha256=${hash('sha256', '[]', 'hex')}`);
  });

  test('without a hash is a warning that shows it', async () => {
    const { names, problems, notes } = await read(url);
    expect(names).toContain('store');
    expect(problems).toEqual([expect.stringMatching(/^\d+ warning unpinned-abi: /)]);
    expect(notes).toEqual([`Write "${url}#sha256=${pin}".`]);
  });

  test.each([
    ['/broken.json', /^\d+ error wrong-abi: The ABI \/broken\.json is not JSON: /],
    [
      [{ type: 'function', name: 'f', inputs: [{ type: 'uint3' }] }],
      /^\d+ error wrong-abi: Unexpected uint3 in the ABI of contract "ledger" at \/0\/inputs\/0\/type, expected a type$/,
    ],
  ])('%j is reported', async (abi, expected) => {
    const { names, problems } = await read(abi);
    expect(names).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(expected)]);
  });

  test("that can't be fetched, or is too large, is reported", async () => {
    expect((await read(url, '')).problems).toEqual([
      expect.stringMatching(/^\d+ error unread-abi: Can't fetch the ABI .* answered 404$/),
    ]);
    const large = `[${' '.repeat(2 * 1024 * 1024)}]`;
    const pinned = `${url}#sha256=${hash('sha256', large, 'hex')}`;
    expect((await read(pinned, large)).problems).toEqual([
      expect.stringMatching(/^\d+ error wrong-abi: .* has more than 2097152 characters$/),
    ]);
  });
});
