import { describe, expect, test } from 'vitest';
import { htmlOf, renderMdx } from '../render-mdx.ts';

const deposit = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const hash = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

const config = {
  web3: {
    explorer: { 1: 'https://etherscan.io/', 10: 'https://optimistic.etherscan.io' },
    contracts: {
      token: { address: { 10: deposit }, abi: '/token.json' },
      broken: { address: { 1: '0x12' }, abi: '/token.json' },
    },
  },
};

/** Problems of a page as `line:column code: reason`. */
async function problemsOf(mdx: string): Promise<readonly string[]> {
  const { problems } = await renderMdx(mdx, { config });
  return problems.map(
    ({ ruleId, reason, place }) =>
      `${place?.start.line}:${place?.start.column} ${ruleId}: ${reason}`,
  );
}

describe('Address', () => {
  test('is shortened, with all of it on hover, for screen readers and to copy', async () => {
    const html = await htmlOf(`Send to <Address value="${deposit}" label="Deposits" />.`);
    expect(html).toContain(`<span class="web3-value" title="${deposit}">`);
    expect(html).toContain('dir="ltr" aria-hidden="true">0x0000…05Fa</span>');
    expect(html).toContain(`<span class="visually-hidden" dir="ltr">${deposit}</span>`);
    expect(html).toContain(`data-web3-copy="${deposit}" aria-label="Copy Deposits"`);
    expect(html).not.toContain('<a ');
  });

  test('links to the explorer of its chain', async () => {
    const html = await htmlOf(`<Address value="${deposit}" chain={1} />`, { config });
    expect(html).toContain(`href="https://etherscan.io/address/${deposit}"`);
    const other = await htmlOf(`<Address value="${deposit}" chain="10" />`, { config });
    expect(other).toContain(`href="https://optimistic.etherscan.io/address/${deposit}"`);
    // Two chains, and neither is the default one.
    expect(await htmlOf(`<Address value="${deposit}" />`, { config })).not.toContain('<a ');
  });

  test('without a chain links to the explorer of the default one', async () => {
    const walletConnect = { projectId: 'x', chains: [1, 10], defaultChain: 10 };
    const html = await htmlOf(`<Address value="${deposit}" />`, {
      config: { web3: { ...config.web3, walletConnect } },
    });
    expect(html).toContain('href="https://optimistic.etherscan.io/address/');
  });

  test('shows the address of a contract on its chain', async () => {
    const html = await htmlOf('<Address contract="token" label="Token" />', { config });
    expect(html).toContain(`href="https://optimistic.etherscan.io/address/${deposit}"`);
  });

  test('gets the checksum that it was written without', async () => {
    expect(await htmlOf(`<Address value="${deposit.toLowerCase()}" />`)).toContain(
      `data-web3-copy="${deposit}"`,
    );
  });

  test.each([
    [
      `Text\n\n<Address value="${deposit.replace('F', 'f')}" />`,
      `3:1 wrong-checksum: Wrong checksum of the address ${deposit.replace('F', 'f')}: a digit or its case is wrong`,
    ],
    [
      '<Address value="0x12" />',
      '1:1 wrong-address: Unexpected address "0x12", expected "0x" and 40 hex digits',
    ],
    [
      `<Address value="${deposit}" chain={5} />`,
      '1:1 unknown-chain: Unknown chain 5, expected one of 1, 10',
    ],
    [
      '<Address contract="tokn" />',
      '1:1 unknown-contract: Unknown contract "tokn", expected one of token, broken',
    ],
    [
      '<Address contract="token" chain={1} />',
      '1:1 missing-contract-address: Contract "token" has no address on Ethereum (1)',
    ],
  ])('%s is reported', async (mdx, problem) => {
    expect(await problemsOf(mdx)).toEqual([problem]);
  });
});

describe('Transaction', () => {
  test('links to the explorer of its chain', async () => {
    const html = await htmlOf(`<Transaction hash="${hash}" chain={1} />`, { config });
    expect(html).toContain(`href="https://etherscan.io/tx/${hash}"`);
    expect(html).toContain('>0x5c50…2060</span>');
    expect(html).toContain('aria-label="Copy Transaction"');
  });

  test('that is no hash is reported', async () => {
    expect(await problemsOf('<Transaction hash="0xzz" />')).toEqual([
      '1:1 wrong-transaction: Unexpected transaction "0xzz", expected "0x" and 64 hex digits',
    ]);
  });
});

test('only a page with such a component asks for their script', async () => {
  expect((await renderMdx('Text')).features).not.toContain('web3');
  expect((await renderMdx(`<Transaction hash="${hash}" />`)).features).toContain('web3');
});
