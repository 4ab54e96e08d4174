import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSite } from '../../../../pipeline/check.ts';
import { ledgerAbi } from '../../../support/chain/ledger.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../../support/temp.ts';

const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const overloaded = ['uint256', 'address'].map((type) => ({
  type: 'function',
  name: 'f',
  stateMutability: 'view',
  inputs: [{ name: 'x', type }],
}));

/** What is written on a page, and what is reported there. */
const cases: readonly (readonly [string, string])[] = [
  ['<ContractRead contract="ledger" function="all" />', ''],
  [`<ContractRead contract="ledger" function="amountOf" args={["${address}"]} />`, ''],
  ['<ContractRead contract="over" function="f(address)" />', ''],
  ['<ContractWrite contract="ledger" function="store" args={{ amount: 5 }} />', ''],
  ['<ContractRead contract="leger" function="all" />', 'unknown-contract'],
  ['<ContractRead contract="ledger" function="al" />', 'unknown-function'],
  ['<ContractRead contract="over" function="f" />', 'ambiguous-function'],
  ['<ContractRead contract="ledger" function="store" />', 'wrong-function'],
  ['<ContractWrite contract="ledger" function="all" />', 'wrong-function'],
  ['<ContractRead contract="ledger" function="all" chain={5} />', 'unknown-chain'],
  ['<ContractRead contract="ledger" function="all" chain={10} />', 'missing-contract-address'],
  ['<ContractRead contract="far" function="all" />', 'missing-rpc'],
  ['<ContractRead contract="ledger" function="amountOf" args={["0x12"]} />', 'wrong-argument'],
  ['<ContractRead contract="ledger" function="all" args={[1]} />', 'wrong-argument'],
  ['<ContractWrite contract="ledger" function="store" args={{ many: 5 }} />', 'wrong-argument'],
  ['<ContractWrite contract="ledger" function="deposit" value="much" />', 'wrong-argument'],
];

describe('a form of a contract', () => {
  const dir = makeTempDir();
  let found: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    const names = cases.map((_, index) => `page-${index}`);
    writeFiles(dir, {
      'docs.json': minimalConfig(names, {
        web3: {
          rpc: { 1: 'https://rpc.example.com', 10: 'https://rpc.example.com/10' },
          contracts: {
            ledger: { address: { 1: address }, abi: ledgerAbi },
            over: { address: { 1: address }, abi: overloaded },
            far: { address: { 137: address }, abi: ledgerAbi },
          },
        },
      }),
      ...Object.fromEntries(
        cases.map(([mdx], index) => [
          `page-${index}.mdx`,
          `---\ntitle: A\n---\n\nText.\n\n${mdx}\n`,
        ]),
      ),
    });
    const { problems } = await checkSite({ dir, threads: 1 });
    const byFile = new Map<string, string[]>();
    for (const { file, place, severity, ruleId } of problems) {
      const shown = `${place?.start.line}:${place?.start.column} ${severity} ${ruleId}`;
      byFile.set(file, [...(byFile.get(file) ?? []), shown]);
    }
    found = byFile;
  }, 60_000);
  afterAll(() => {
    expect(found.get('docs.json')).toBeUndefined();
  });

  test.each(cases)('%s: %s', (mdx, code) => {
    const index = cases.findIndex(([one]) => one === mdx);
    const expected = code === '' ? undefined : [`7:1 error ${code}`];
    expect(found.get(`page-${index}.mdx`)).toEqual(expected);
  });
});
