import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { formatEther, getAddress } from 'viem';
import { afterAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { type LocalChain, startChain } from '../support/chain/chain.ts';
import { ledgerAbi, ledgerCode } from '../support/chain/ledger.ts';
import { account, addWallet, type TestWallet } from '../support/chain/wallet.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { writeFiles } from '../support/temp.ts';

const page = `---
title: Ledger
---

The contract is <Address contract="ledger" label="Ledger" />.

<ConnectWallet />

<ContractRead contract="ledger" function="amountOf" label="Amount" args={["${account.address}"]} />

<ContractRead contract="ledger" function="all" />

<ContractRead contract="ledger" function="sum" args={{ numbers: [1, "2"], entry: { owner: "${account.address}", amount: 10, note: "n" } }} />

<ContractRead contract="ledger" function="fail" />

<ContractWrite contract="ledger" function="store" args={{ amount: "123456789012345678901" }} />

<ContractWrite contract="ledger" function="deposit" value="0.5" />
`;

describe.runIf(hasBrowser())('wallets and contracts in a browser', () => {
  let chain: LocalChain;
  let other: LocalChain;
  let contract: string;

  afterAll(async () => {
    await chain?.close();
    await other?.close();
  });
  const { site, newPage } = siteInBrowser(
    async (dir) => {
      chain = await startChain(31337, account.address);
      other = await startChain(1, account.address);
      contract = getAddress(await chain.deploy(ledgerCode));
      writeFiles(dir, {
        'docs.json': {
          name: 'Chain',
          theme: 'mint',
          colors: { primary: '#0f766e' },
          i18n: { languages: ['ar'] },
          navigation: { pages: ['index', 'plain', 'text'] },
          web3: {
            rpc: { 31337: chain.url },
            explorer: { 31337: 'https://explorer.example.com' },
            contracts: { ledger: { address: { 31337: contract }, abi: '/ledger.json' } },
          },
        },
        'ledger.json': JSON.stringify({ contractName: 'Ledger', abi: ledgerAbi }),
        'index.mdx': page,
        'ar/index.mdx': page,
        'plain.mdx': '---\ntitle: Plain\n---\n\nText.\n',
        'text.mdx': `---\ntitle: Text\n---\n\nSee <Address value="${account.address}" />.\n`,
      });
    },
    {
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  );

  async function open(
    path: string,
    look: (page: Page, wallet: TestWallet) => Promise<void>,
    options: BrowserContextOptions & {
      wallet?: false | { announced?: boolean; start?: number };
    } = {},
  ): Promise<void> {
    const { wallet: with_ = {}, ...context } = options;
    const shown = await newPage(context);
    const wallet = with_ ? await addWallet(shown, chain, with_) : undefined;
    const faults: string[] = [];
    shown.on('pageerror', (fault) => faults.push(String(fault)));
    await shown.goto(path);
    await look(shown, wallet as TestWallet);
    expect(faults).toEqual([]);
  }

  const cardOf = (page: Page, title: string) =>
    page.locator('.web3-card').filter({ has: page.locator('.web3-title', { hasText: title }) });
  const statusOf = (page: Page, title: string) => cardOf(page, title).locator('.web3-status');
  const press = (page: Page, title: string) =>
    cardOf(page, title).locator('button[type=submit]').click();
  const connect = async (page: Page) => {
    await page.locator('.web3-connect .web3-button').click();
    await page.locator('.web3-wallet').click();
    await page.locator('.web3-account').waitFor();
  };
  const wait = { timeout: 60_000 };
  const shoot = async (page: Page, name: string) => {
    if (!process.env.SHOTS) return;
    await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
  };

  test('a page without these components loads nothing of them', () => {
    const plain = readFileSync(join(site.built.site ?? '', 'plain/index.html'), 'utf8');
    expect(plain).not.toMatch(/web3|Content-Security-Policy/);
    const text = readFileSync(join(site.built.site ?? '', 'text/index.html'), 'utf8');
    expect(text).toMatch(/_docent\/web3-\w+\.js/);
    expect(text).not.toMatch(/Content-Security-Policy|web3-data/);
  });

  test('a page has only the functions that it uses, and connects to the listed addresses only', async () => {
    const html = readFileSync(join(site.built.site ?? '', 'index.html'), 'utf8');
    expect(html).not.toContain('Stored');
    expect(html).toContain(
      `content="connect-src &#39;self&#39; ${chain.url}/"`.replaceAll('&#39;', "'"),
    );
    await open('/', async (page) => {
      const asks = (url: string) =>
        page.evaluate(
          (address) =>
            fetch(address, { method: 'POST', body: '{}' }).then(
              () => 'asked',
              () => 'refused',
            ),
          url,
        );
      expect(await asks(other.url)).toBe('refused');
      expect(other.asked).toEqual([]);
    });
  });

  test('an address is copied by its button', async () => {
    await open('/text', async (page) => {
      await page.locator('[data-web3-copy]').click();
      await page.locator('[data-web3-copy][data-copied]').waitFor(wait);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account.address);
    });
  });

  test('a contract is read, and a transaction changes what it returns', async () => {
    await open('/', async (page, wallet) => {
      const amount = cardOf(page, 'Amount').locator('.web3-result');
      await press(page, 'Amount');
      await expect.poll(() => amount.textContent(), wait).toBe('0');

      await connect(page);
      expect(await page.locator('.web3-account').getAttribute('title')).toBe(account.address);
      expect(await page.locator('.web3-connect .web3-network').textContent()).toBe('Local network');

      await cardOf(page, 'store').locator('input').nth(1).fill('first');
      await press(page, 'store');
      await expect
        .poll(() => statusOf(page, 'store').textContent(), wait)
        .toMatch(/^Confirmed in block \d+\. 0x/);
      const hash = await statusOf(page, 'store').locator('a').getAttribute('href');
      expect(hash).toMatch(/^https:\/\/explorer\.example\.com\/tx\/0x[0-9a-f]{64}$/);
      // Tried before the wallet was asked.
      expect(chain.asked.lastIndexOf('eth_estimateGas')).toBeGreaterThan(0);
      expect(wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);

      await press(page, 'Amount');
      await expect.poll(() => amount.textContent(), wait).toBe('123456789012345678901');

      await press(page, 'deposit');
      await expect.poll(() => statusOf(page, 'deposit').textContent(), wait).toMatch(/^Confirmed/);
      await press(page, 'Amount');
      const sum = 123456789012345678901n + 5n * 10n ** 17n;
      await expect.poll(() => amount.textContent(), wait).toBe(String(sum));
      expect(formatEther(sum)).toBe('123.956789012345678901');

      // Structs in lists, next to another value; all of it can be copied.
      await press(page, 'all');
      const all = cardOf(page, 'all');
      await expect.poll(() => all.locator('.web3-struct').count(), wait).toBe(1);
      expect(await all.locator('.web3-struct .web3-result').allTextContents()).toEqual([
        account.address,
        '123456789012345678901',
        'first',
      ]);
      await all.locator('.web3-output .web3-copy').first().click();
      await all.locator('.web3-copy[data-copied]').waitFor(wait);
      expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual([
        { owner: account.address, amount: '123456789012345678901', note: 'first' },
      ]);
    });
  });

  test('lists and structs are written in JSON, and wrong values are named at their input', async () => {
    await open('/', async (page) => {
      const sum = cardOf(page, 'sum');
      await press(page, 'sum');
      await expect.poll(() => sum.locator('.web3-result').textContent(), wait).toBe('26');
      await sum.locator('select').selectOption('false');
      const numbers = sum.locator('textarea').first();
      await numbers.fill('[9007199254740993]');
      await press(page, 'sum');
      await expect
        .poll(() => sum.locator('.web3-result').textContent(), wait)
        .toBe('9007199254741003');
      await numbers.fill('[1, -2]');
      await press(page, 'sum');
      const note = sum.locator('.web3-note').first();
      await expect.poll(() => note.textContent(), wait).toBe('Enter a value of type uint256.');
      expect(await numbers.getAttribute('aria-invalid')).toBe('true');
      expect(await numbers.evaluate((control) => control === document.activeElement)).toBe(true);
      await numbers.fill('[1]');
      await press(page, 'sum');
      await expect.poll(() => numbers.getAttribute('aria-invalid'), wait).toBeNull();
    });
  });

  test('a refusal is said with its reason: of the contract, of the reader, of the network', async () => {
    await open('/', async (page, wallet) => {
      await press(page, 'fail');
      await expect
        .poll(() => statusOf(page, 'fail').textContent(), wait)
        .toBe('The contract reverted: nothing here');

      await connect(page);
      const store = cardOf(page, 'store');
      await press(page, 'store');
      await expect
        .poll(() => statusOf(page, 'store').textContent(), wait)
        .toBe('The contract reverted: note is empty');
      await store.locator('input').nth(0).fill('1000000000000000000001');
      await store.locator('input').nth(1).fill('note');
      await press(page, 'store');
      await expect
        .poll(() => statusOf(page, 'store').textContent(), wait)
        .toBe(
          'The contract reverted: TooMuch(amount: 1000000000000000000001, limit: 1000000000000000000000)',
        );
      expect(wallet.asked).not.toContain('eth_sendTransaction');

      await store.locator('input').nth(0).fill('5');
      wallet.refuses = true;
      await press(page, 'store');
      await expect
        .poll(() => statusOf(page, 'store').textContent(), wait)
        .toBe('You rejected the request in your wallet.');

      await page.route(`${chain.url}/**`, (route) => route.abort());
      await press(page, 'Amount');
      await expect
        .poll(() => statusOf(page, 'Amount').textContent(), wait)
        .toBe('The network can’t be reached.');
    });
  });

  test('a wallet on another network is asked to change, and to add the network', async () => {
    await open(
      '/',
      async (page, wallet) => {
        await connect(page);
        const status = page.locator('.web3-connect .web3-status');
        expect(await status.textContent()).toContain('Your wallet uses another network.');
        const store = cardOf(page, 'store');
        await store.locator('input').nth(1).fill('note');
        await press(page, 'store');
        await store.locator('.web3-status button').click();
        await expect.poll(() => statusOf(page, 'store').textContent(), wait).toMatch(/^Confirmed/);
        expect(wallet.chains).toEqual(new Set([1, chain.id]));
        expect(await status.textContent()).toBe('');
      },
      { wallet: { start: 1 } },
    );
  });

  test('a network that was refused can be asked for again, and so can a wallet', async () => {
    await open(
      '/',
      async (page, wallet) => {
        const status = page.locator('.web3-connect .web3-status');
        const refused = 'You rejected the request in your wallet.';
        wallet.refuses = true;
        await page.locator('.web3-connect .web3-button').click();
        await page.locator('.web3-wallet').click();
        await expect.poll(() => status.textContent(), wait).toBe(refused);

        await connect(page);
        const change = status.getByRole('button', { name: 'Switch to Local network' });
        wallet.refuses = true;
        await change.click();
        await expect.poll(() => status.locator('span').textContent(), wait).toBe(refused);
        await change.click();
        await expect.poll(() => status.textContent(), wait).toBe('');
        expect(wallet.chain).toBe(chain.id);
        expect(wallet.asked.slice(-3)).toEqual([
          'wallet_switchEthereumChain',
          'wallet_addEthereumChain',
          'eth_chainId',
        ]);
      },
      { wallet: { start: 1 } },
    );
  });

  test('the reader chooses between wallets, and what the chosen one tells is followed', async () => {
    await open('/', async (page, wallet) => {
      const second = await addWallet(page, chain, { name: 'Other wallet' });
      await page.reload();
      await page.locator('.web3-connect .web3-button').click();
      expect(await page.locator('.web3-wallet').allTextContents()).toEqual([
        'Test wallet',
        'Other wallet',
      ]);
      await shoot(page, 'two-wallets');
      await page.getByRole('button', { name: 'Other wallet' }).click();
      await page.locator('.web3-account').waitFor(wait);
      expect(second.asked).toContain('eth_requestAccounts');
      expect(wallet.asked).not.toContain('eth_requestAccounts');

      const tell = (name: string, event: string, detail: unknown) =>
        page.evaluate(
          ([type, value]) =>
            dispatchEvent(new CustomEvent(type as string, { detail: value as unknown })),
          [`${name} ${event}`, detail] as const,
        );
      const status = page.locator('.web3-connect .web3-status');
      await tell('Test wallet', 'chainChanged', '0x1');
      expect(await status.textContent()).toBe('');
      await tell('Other wallet', 'chainChanged', '0x1');
      expect(await status.textContent()).toContain('Your wallet uses another network.');
      await shoot(page, 'other-network');
      await tell('Other wallet', 'accountsChanged', []);
      expect(await page.locator('.web3-account').count()).toBe(0);
      expect(await page.locator('.web3-connect .web3-button').textContent()).toBe('Connect wallet');
    });
  });

  test('the wallet of a tab stays connected on its other pages, until it is disconnected', async () => {
    await open('/', async (page) => {
      await connect(page);
      await page.reload();
      await page.locator('.web3-account').waitFor(wait);
      await page.locator('.web3-connect .web3-button').click();
      await expect.poll(() => page.locator('.web3-account').count(), wait).toBe(0);
      await page.reload();
      await expect
        .poll(() => page.locator('.web3-connect .web3-button').textContent(), wait)
        .toBe('Connect wallet');
    });
  });

  test('a wallet that does not announce itself is found, and without any the dialog says so', async () => {
    await open(
      '/ar',
      async (page, wallet) => {
        await page.locator('.web3-connect .web3-button').click();
        expect(await page.locator('.web3-wallet').textContent()).toBe('محفظة المتصفح');
        await page.locator('.web3-wallet').click();
        await page.locator('.web3-account').waitFor();
        expect(wallet.asked).toContain('eth_requestAccounts');
      },
      { wallet: { announced: false } },
    );
    await open(
      '/',
      async (page) => {
        await page.locator('.web3-connect .web3-button').click();
        expect(await page.locator('.web3-dialog').textContent()).toContain('No wallet found.');
        await page.keyboard.press('Escape');
        await expect.poll(() => page.locator('.web3-dialog').count(), wait).toBe(0);
      },
      { wallet: false },
    );
  });

  test('everything works with the keyboard alone', async () => {
    await open('/', async (page) => {
      await page.locator('.web3-connect .web3-button').focus();
      await page.keyboard.press('Enter');
      await page.locator('.web3-wallet').waitFor(wait);
      await page.keyboard.press('Enter');
      await page.locator('.web3-account').waitFor(wait);
      await cardOf(page, 'Amount').locator('input').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => cardOf(page, 'Amount').locator('.web3-result').count(), wait).toBe(1);
    });
  });

  test.each([
    ['light', '/', 1440],
    ['dark', '/', 1440],
    ['light', '/ar', 390],
    ['dark', '/ar', 320],
    ['light', '/', 320],
  ] as const)(
    '%s %s at %i px has no barriers, and nothing is wider than the window',
    async (colorScheme, path, width) => {
      await open(
        path,
        async (page) => {
          await connect(page);
          await cardOf(page, 'Amount').locator('button[type=submit]').click();
          await cardOf(page, 'all').locator('button[type=submit]').click();
          await cardOf(page, 'fail').locator('button[type=submit]').click();
          await cardOf(page, 'sum').locator('textarea').first().fill('x');
          await cardOf(page, 'sum').locator('button[type=submit]').click();
          await cardOf(page, 'all').locator('.web3-values').waitFor(wait);
          await expect
            .poll(() => statusOf(page, 'fail').textContent(), wait)
            .toContain('nothing here');
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow).toBe(0);
          expect(await violations(page)).toEqual([]);
          await shoot(page, `${colorScheme}-${path.slice(1) || 'en'}-${width}`);
        },
        { colorScheme, viewport: { width, height: 900 } },
      );
    },
  );

  test('without scripts the forms say what they need, and show what they are about', async () => {
    await open(
      '/',
      async (page) => {
        const store = cardOf(page, 'store');
        expect(await store.locator('code').first().textContent()).toBe('store(uint256,string)');
        expect(await store.locator('.web3-needs-script').isVisible()).toBe(true);
        expect(await store.locator('button[type=submit]').isVisible()).toBe(false);
      },
      { javaScriptEnabled: false, wallet: false },
    );
  });
});
