import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import type { Card } from './card.ts';
import { readInputs } from './form.ts';
import { chainWith, say } from './page.ts';
import { nodeAt } from './request.ts';
import { showStatus } from './status.ts';
import { showOutputs } from './values.ts';

/** Asks a contract with what is in the form, and shows what it returns. */
export async function read({ element, form, call }: Card): Promise<void> {
  const { name: functionName, inputs, outputs } = call.function;
  const args = readInputs(form, inputs);
  if (!args) return;
  showStatus(element, 'running', say('loading'));
  const abi = [call.function] as Abi;
  const data = encodeFunctionData({ abi, functionName, args });
  const ask = nodeAt(chainWith(call.chain).rpc ?? '');
  const result = await ask('eth_call', [{ to: call.address, data }, 'latest']);
  const output = element.querySelector('.web3-output');
  if (outputs.length === 0) {
    output?.replaceChildren();
    showStatus(element, 'done', say('nothing'));
    return;
  }
  const decoded: unknown = decodeFunctionResult({ abi, functionName, data: result as Hex });
  const values = outputs.length === 1 ? [decoded] : (decoded as readonly unknown[]);
  output?.replaceChildren(showOutputs(outputs, values));
  showStatus(element, 'none');
}
