import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { type LocalChain, startChain } from '../support/chain/chain.ts';
import { ledgerAbi, ledgerCode } from '../support/chain/ledger.ts';
import { type Relay, startRelay } from '../support/chain/relay.ts';
import { type RemoteWallet, startRemoteWallet } from '../support/chain/remote-wallet.ts';
import { account, addWallet } from '../support/chain/wallet.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { writeFiles } from '../support/temp.ts';

const page = `---
title: Ledger
---

<ConnectWallet />

<ContractWrite contract="ledger" function="deposit" value="0.5" />

<ContractWrite contract="ledger" function="deposit" value="0.5" chain={1} label="Elsewhere" />
`;

describe.runIf(hasBrowser())('wallets on other devices', () => {
  let chain: LocalChain;
  let relay: Relay;
  const wallets: RemoteWallet[] = [];
  /** What pages have published while the relay is slow. */
  let held: (() => void)[] | undefined;

  afterEach(async () => {
    held = undefined;
    for (const wallet of wallets.splice(0)) await wallet.close();
  });
  afterAll(async () => {
    await relay?.close();
    await chain?.close();
  });
  const { newPage } = siteInBrowser(
    async (dir) => {
      chain = await startChain(31337, account.address);
      relay = await startRelay();
      const address = await chain.deploy(ledgerCode);
      writeFiles(dir, {
        'docs.json': {
          name: 'Ledger docs',
          theme: 'mint',
          colors: { primary: '#0f766e' },
          navigation: { pages: ['index'] },
          web3: {
            walletConnect: { projectId: 'our-project', chains: [1, 31337], defaultChain: 31337 },
            rpc: { 1: chain.url, 31337: chain.url },
            contracts: { ledger: { address: { 1: address, 31337: address }, abi: ledgerAbi } },
          },
        },
        'index.mdx': page,
      });
    },
    { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
  );

  const remoteWallet = async (offered?: readonly number[]) => {
    const wallet = await startRemoteWallet(relay.url, chain, offered);
    wallets.push(wallet);
    return wallet;
  };

  /** Opens the page; what it sends to the relay's host reaches the relay of the test. */
  async function open(
    look: (page: Page) => Promise<void>,
    { colorScheme = 'light' as 'light' | 'dark', width = 1440, reachable = true } = {},
  ): Promise<void> {
    const shown = await newPage({ viewport: { width, height: 900 }, colorScheme });
    // The host that vouches for the page's address.
    await shown.route('https://verify.walletconnect.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: vouching }),
    );
    await shown.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org\//, (socket) => {
      if (!reachable) {
        socket.close();
        return;
      }
      const from = { url: socket.url(), send: (text: string) => socket.send(text) };
      socket.onMessage((text) => {
        if (held && String(text).includes('irn_publish')) {
          held.push(() => relay.receive(from, String(text)));
        } else relay.receive(from, String(text));
      });
    });
    const faults: string[] = [];
    shown.on('pageerror', (fault) => faults.push(String(fault)));
    await shown.goto('/');
    await look(shown);
    expect(faults).toEqual([]);
  }

  const wait = { timeout: 60_000 };
  const box = (page: Page) => page.locator('.web3-connect');
  const status = (page: Page) => box(page).locator('.web3-status');
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'WalletConnect' });
  const card = (page: Page, title: string) =>
    page.locator('.web3-card').filter({ has: page.locator('.web3-title', { hasText: title }) });
  /** Opens the dialog of the relay, and reads the address that it shows. */
  const addressShown = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('button', { name: 'WalletConnect' }).click();
    const link = dialog(page).getByRole('link', { name: 'Open wallet app' });
    return (await link.getAttribute('href', wait)) ?? '';
  };
  const connect = async (page: Page, wallet: RemoteWallet): Promise<void> => {
    expect(await wallet.pair(await addressShown(page))).toBe(true);
    await box(page).locator('.web3-account').waitFor(wait);
  };

  test('a wallet reads the code, and sends a transaction', async () => {
    const wallet = await remoteWallet();
    await open(async (page) => {
      await connect(page, wallet);
      expect(await dialog(page).count()).toBe(0);
      expect(await box(page).locator('.web3-account').getAttribute('title')).toBe(account.address);
      expect(await box(page).locator('.web3-network').textContent()).toBe('Local network');
      await card(page, 'deposit').locator('button[type=submit]').click();
      await expect
        .poll(() => card(page, 'deposit').locator('.web3-status').textContent(), wait)
        .toMatch(/^Confirmed in block \d+\. 0x/);
      expect(wallet.asked).toEqual(['eip155:31337 eth_sendTransaction']);
    });
  });

  test('the code says what the link does, dark on light, and the address can be copied', async () => {
    await open(
      async (page) => {
        const address = await addressShown(page);
        expect(address).toMatch(/^wc:[0-9a-f]{64}@2\?/);
        const code = dialog(page).getByRole('img');
        expect(await squaresOf(page)).toEqual(encode(address, { border: 4 }).data);
        expect(await code.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
          'rgb(255, 255, 255)',
        );
        await dialog(page).getByRole('button', { name: 'Copy link' }).click();
        await expect
          .poll(() => page.evaluate(() => navigator.clipboard.readText()), wait)
          .toBe(address);
        expect(await violations(page)).toEqual([]);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/code.png` });
      },
      { colorScheme: 'dark' },
    );
  });

  test('nothing of the relay is loaded before the reader chooses it', async () => {
    await open(async (page) => {
      const loaded = () =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      await addWallet(page, chain);
      await page.reload();
      await page.getByRole('button', { name: 'Connect wallet' }).click();
      await expect
        .poll(() => page.locator('.web3-wallet').allTextContents(), wait)
        .toEqual(['Test wallet', 'WalletConnect']);
      expect((await loaded()).filter((name) => name.includes('session'))).toEqual([]);
      await page.getByRole('button', { name: 'WalletConnect' }).click();
      await dialog(page).getByRole('link').waitFor(wait);
      expect((await loaded()).filter((name) => name.includes('session'))).toHaveLength(1);
    });
  });

  test('a refusal of the wallet is shown, and it may be asked again', async () => {
    const wallet = await remoteWallet();
    await open(async (page) => {
      wallet.refuses = true;
      expect(await wallet.pair(await addressShown(page))).toBe(false);
      const refused = 'You rejected the request in your wallet.';
      await expect.poll(() => status(page).textContent(), wait).toBe(refused);
      wallet.refuses = false;
      await connect(page, wallet);
      wallet.refuses = true;
      await card(page, 'deposit').locator('button[type=submit]').click();
      await expect
        .poll(() => card(page, 'deposit').locator('.web3-status').textContent(), wait)
        .toBe(refused);
    });
  });

  test('a wallet that answers after the dialog is closed is left again', async () => {
    const wallet = await remoteWallet();
    await open(async (page) => {
      const address = await addressShown(page);
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog(page).count(), wait).toBe(0);
      await expect.poll(() => status(page).textContent(), wait).toBe('');
      await wallet.pair(address);
      await expect.poll(() => wallet.sessions(), wait).toEqual([]);
      expect(await page.getByRole('button', { name: 'Connect wallet' }).count()).toBe(1);
    });
  });

  test('the session holds in the tab until either side ends it', async () => {
    const wallet = await remoteWallet();
    await open(async (page) => {
      await connect(page, wallet);
      await page.reload();
      await box(page).locator('.web3-account').waitFor(wait);
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await expect.poll(() => wallet.sessions(), wait).toEqual([]);
      await connect(page, wallet);
      await wallet.leave();
      await page.getByRole('button', { name: 'Connect wallet' }).waitFor(wait);
      await page.reload();
      await page.getByRole('button', { name: 'Connect wallet' }).waitFor(wait);
    });
  });

  test('an end that the page is still answering a second after its start is handled once', async () => {
    const wallet = await remoteWallet();
    await open(async (page) => {
      await connect(page, wallet);
      await page.reload();
      await box(page).locator('.web3-account').waitFor(wait);
      held = [];
      await wallet.leave();
      await expect.poll(() => held?.length, wait).toBe(1);
      // The library's timer of a second began before this one, so it has ended by then.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
      for (const send of held) send();
      held = undefined;
      await page.getByRole('button', { name: 'Connect wallet' }).waitFor(wait);
      await connect(page, wallet);
    });
  });

  test('the reader changes to a network that the wallet offers, but not to any other', async () => {
    const both = await remoteWallet([31337, 1]);
    await open(async (page) => {
      await connect(page, both);
      await both.tell('chainChanged', 1);
      await expect
        .poll(() => box(page).locator('.web3-network').textContent(), wait)
        .toBe('Ethereum');
      await card(page, 'deposit').locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Switch to Local network' }).click();
      await expect
        .poll(() => card(page, 'deposit').locator('.web3-status').textContent(), wait)
        .toMatch(/^Confirmed/);
      expect(both.asked).toEqual(['eip155:31337 eth_sendTransaction']);
    });
    const one = await remoteWallet();
    await open(async (page) => {
      await connect(page, one);
      const elsewhere = card(page, 'Elsewhere');
      await elsewhere.locator('button[type=submit]').click();
      await elsewhere.getByRole('button', { name: 'Switch to Ethereum' }).click();
      await expect
        .poll(() => elsewhere.locator('.web3-status span').textContent(), wait)
        .toBe('Your wallet does not offer Ethereum.');
    });
  });

  test('a relay that can’t be reached is said after a while', async () => {
    await open(
      async (page) => {
        await page.clock.install();
        await page.reload();
        await page.getByRole('button', { name: 'Connect wallet' }).click();
        await page.getByRole('button', { name: 'WalletConnect' }).click();
        await expect
          .poll(async () => {
            await page.clock.runFor(5000);
            return status(page).textContent();
          }, wait)
          .toBe('The network can’t be reached.');
        expect(await dialog(page).count()).toBe(0);
      },
      { reachable: false },
    );
  });

  test.each([320, 390])('at %i px the dialog fits', async (width) => {
    await open(
      async (page) => {
        await addressShown(page);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wide).toBe(0);
        const { width: shown } = (await dialog(page).getByRole('img').boundingBox()) ?? {
          width: 0,
        };
        expect(shown).toBeGreaterThanOrEqual(200);
        if (process.env.SHOTS) {
          await page.screenshot({ path: `${process.env.SHOTS}/code-${width}.png` });
        }
      },
      { width },
    );
  });

  test('the page may connect to the relay, and to no other host', async () => {
    await open(async (page) => {
      const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
      expect(await policy.getAttribute('content')).toBe(
        `connect-src 'self' ${chain.url}/ wss://relay.walletconnect.org`,
      );
    });
  });
});

/** The dark squares of the code that is shown, row by row. */
function squaresOf(page: Page): Promise<boolean[][]> {
  return page.locator('.web3-code').evaluate((code) => {
    const { width } = (code as SVGSVGElement).viewBox.baseVal;
    const path = code.querySelector('path') as SVGPathElement;
    const svg = code as SVGSVGElement;
    return Array.from({ length: width }, (_, y) =>
      Array.from({ length: width }, (_, x) => {
        const point = svg.createSVGPoint();
        point.x = x + 0.5;
        point.y = y + 0.5;
        return path.isPointInFill(point);
      }),
    );
  });
}

/** What the host answers in a frame: a token with the id of the request. */
const vouching = `<!doctype html><script>
  const id = new URL(location.href).searchParams.get('id');
  const part = (value) => btoa(JSON.stringify(value)).replace(/=+$/, '');
  const attestation = part({ alg: 'none' }) + '.' + part({ id }) + '.' + part('signed');
  parent.postMessage(JSON.stringify({ type: 'verify_attestation', attestation }), '*');
</script>`;
