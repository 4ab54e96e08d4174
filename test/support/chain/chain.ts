import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEVM } from '@ethereumjs/evm';
import {
  Account,
  type Address,
  bytesToHex,
  createAddressFromString,
  hexToBytes,
} from '@ethereumjs/util';
import { type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem';

/** A network of one process, with one block for each transaction. */
export interface LocalChain {
  readonly url: string;
  readonly id: number;
  /** Methods that were asked over HTTP. */
  readonly asked: readonly string[];
  /** Answers a request of JSON-RPC. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  deploy(code: Hex): Promise<Hex>;
  close(): Promise<void>;
}

interface Call {
  readonly from?: string;
  readonly to?: string;
  readonly data?: string;
  readonly value?: string;
}

class RevertError extends Error {
  readonly data: string;

  constructor(data: string) {
    super('execution reverted');
    this.data = data;
  }
}

const gasLimit = 10_000_000n;

/** Starts a network on which `rich` has money. */
export async function startChain(id: number, rich: string): Promise<LocalChain> {
  const evm = await createEVM();
  const receipts = new Map<string, object>();
  const asked: string[] = [];
  let block = 0;
  await evm.stateManager.putAccount(
    createAddressFromString(rich),
    new Account(0n, 1_000n * 10n ** 18n),
  );

  const run = async ({ from = rich, to, data = '0x', value = '0x0' }: Call) => {
    const caller = createAddressFromString(from);
    const { execResult, createdAddress } = await evm.runCall({
      caller,
      origin: caller,
      ...(to === undefined ? {} : { to: createAddressFromString(to) }),
      data: hexToBytes(data as Hex),
      value: BigInt(value),
      gasLimit,
    });
    const answer = bytesToHex(execResult.returnValue);
    if (execResult.exceptionError) throw new RevertError(answer);
    return { answer, createdAddress, gas: execResult.executionGasUsed };
  };
  /** Runs a call and takes back what it did. */
  const tryOut = async (call: Call) => {
    await evm.stateManager.checkpoint();
    try {
      return await run(call);
    } finally {
      await evm.stateManager.revert();
    }
  };
  const mine = async (hash: Hex, call: Call): Promise<Address | undefined> => {
    block++;
    const note = (status: string): void => {
      const blockNumber = `0x${block.toString(16)}`;
      receipts.set(hash, { transactionHash: hash, status, blockNumber });
    };
    try {
      const { createdAddress } = await run(call);
      note('0x1');
      return createdAddress;
    } catch {
      note('0x0');
      return undefined;
    }
  };

  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => `0x${id.toString(16)}`,
    eth_blockNumber: () => `0x${block.toString(16)}`,
    eth_gasPrice: () => '0x3b9aca00',
    eth_call: async ([call]) => (await tryOut(call as Call)).answer,
    eth_estimateGas: async ([call]) =>
      `0x${((await tryOut(call as Call)).gas + 21_000n).toString(16)}`,
    eth_getTransactionReceipt: ([hash]) => receipts.get(String(hash)) ?? null,
    eth_sendRawTransaction: async ([raw]) => {
      const signed = raw as Hex;
      const from = await recoverTransactionAddress({ serializedTransaction: signed as never });
      const { to, data, value } = parseTransaction(signed);
      const hash = keccak256(signed);
      await mine(hash, {
        from,
        ...(to ? { to } : {}),
        ...(data ? { data } : {}),
        value: `0x${(value ?? 0n).toString(16)}`,
      });
      return hash;
    },
  };
  const request = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = methods[method];
    if (!answer) throw new Error(`the method ${method} does not exist`);
    return answer(params);
  };

  const server = createServer((incoming, outgoing) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'content-type': 'application/json',
    };
    if (incoming.method === 'OPTIONS') {
      outgoing.writeHead(204, headers).end();
      return;
    }
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', async () => {
      const { id: number, method, params } = JSON.parse(Buffer.concat(parts).toString());
      asked.push(method);
      const body = await request(method, params).then(
        (result) => ({ result }),
        (error: Error) => ({
          error: {
            code: error instanceof RevertError ? 3 : -32_601,
            message: error.message,
            ...(error instanceof RevertError ? { data: error.data } : {}),
          },
        }),
      );
      outgoing.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: number, ...body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    id,
    asked,
    request,
    async deploy(code) {
      const created = await mine(keccak256(code), { data: code });
      if (!created) throw new Error('The contract was not created');
      return created.toString();
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
