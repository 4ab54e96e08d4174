import { type Abi, encodeFunctionData, formatEther } from 'viem';
import { shortened } from '../../web3/address.ts';
import { element } from '../element.ts';
import type { Card } from './card.ts';
import { askToConnect, offerSwitch } from './connect.ts';
import { readAmount, readInputs } from './form.ts';
import { chainWith, say } from './page.ts';
import { nodeAt, type Request } from './request.ts';
import { callFailureOf } from './reverts.ts';
import { showStatus } from './status.ts';
import { connected, restored, walletRequest } from './wallets.ts';

/** How often a network is asked for a transaction, and for how long, in milliseconds. */
const polling = { every: 1500, atMost: 10 * 60_000 } as const;

/** Sends a transaction with what is in the form, after the network has tried it. */
export async function write({ element: card, form, call }: Card): Promise<void> {
  const args = readInputs(form, call.function.inputs);
  const amount = args && readAmount(form);
  if (!args || amount === undefined) return;
  await restored();
  if (!connected()) await askToConnect(card);
  const connection = connected();
  if (!connection) return;
  if (connection.chain !== call.chain) {
    offerSwitch(card, call.chain, () => form.requestSubmit());
    return;
  }
  const chain = chainWith(call.chain);
  const wallet = walletRequest(connection);
  const node = chain.rpc === undefined ? wallet : nodeAt(chain.rpc);
  const transaction = {
    from: connection.account,
    to: call.address,
    data: encodeFunctionData({
      abi: [call.function] as Abi,
      functionName: call.function.name,
      args,
    }),
    value: `0x${amount.toString(16)}`,
  };
  showStatus(card, 'running', say('checking'));
  await node('eth_call', [transaction, 'latest']);
  const gas = BigInt(String(await node('eth_estimateGas', [transaction])));
  const price = BigInt(String(await node('eth_gasPrice')));
  const fee = say('fee', { fee: `${rounded(formatEther(gas * price))} ${chain.symbol}` });
  showStatus(card, 'running', `${say('waiting')} ${fee}`);
  const hash = String(await wallet('eth_sendTransaction', [transaction]));
  const link = linkTo(hash, chain.explorer);
  showStatus(card, 'running', say('sent'), ' ', link);
  const receipt = await receiptOf(node, hash);
  if (receipt === undefined) {
    showStatus(card, 'done', say('late'), ' ', link);
  } else if (BigInt(receipt.status) === 1n) {
    const block = BigInt(receipt.blockNumber).toString();
    showStatus(card, 'done', say('confirmed', { block }), ' ', link);
  } else {
    // The same call, in the state that it failed in, says why.
    const reason = await node('eth_call', [transaction, receipt.blockNumber]).then(
      () => say('revertedPlain'),
      (error: unknown) => callFailureOf(error, call.errors),
    );
    showStatus(card, 'failed', reason, ' ', link);
  }
}

interface Receipt {
  readonly status: string;
  readonly blockNumber: string;
}

/** The receipt of a transaction once it is in a block; undefined when that takes too long. */
async function receiptOf(node: Request, hash: string): Promise<Receipt | undefined> {
  const end = Date.now() + polling.atMost;
  while (Date.now() < end) {
    const receipt = await node('eth_getTransactionReceipt', [hash]).catch(() => null);
    if (receipt) return receipt as Receipt;
    await new Promise((resolve) => setTimeout(resolve, polling.every));
  }
  return undefined;
}

function linkTo(hash: string, explorer: string | undefined): HTMLElement {
  const text = element('span', { class: 'web3-short', dir: 'ltr', title: hash }, shortened(hash));
  if (explorer === undefined) return text;
  return element(
    'a',
    { href: `${explorer}/tx/${hash}`, target: '_blank', rel: 'noreferrer' },
    text,
  );
}

/** The first digits of a small amount. */
function rounded(amount: string): string {
  return /^\d+(?:\.0*\d{1,4})?/.exec(amount)?.[0] ?? amount;
}
