import { type Abi, decodeErrorResult, type Hex } from 'viem';
import type { AbiError } from '../../../../schema/abi.ts';
import { failureOf, hasCode, layersOf, longest, messageOf } from './failures.ts';
import { say } from './page.ts';
import { plain } from './values.ts';

/** A failed call of a contract in the words of the page: where it reverted, with its reason. */
export function callFailureOf(error: unknown, errors: readonly AbiError[]): string {
  const message = messageOf(error);
  const data = revertDataOf(error);
  const isRevert = data !== undefined || hasCode(error, 3) || /\brevert/i.test(message);
  if (!isRevert || hasCode(error, 4001)) return failureOf(error);
  const reason =
    (data && reasonOf(data, errors)) ||
    /reverted:? (?:with reason string )?(.+)/i.exec(message)?.[1];
  return reason ? say('reverted', { reason: reason.slice(0, longest) }) : say('revertedPlain');
}

/** The bytes that a contract has reverted with; wallets and nodes put them at different depths. */
function revertDataOf(error: unknown): Hex | undefined {
  for (const { data } of layersOf(error)) {
    if (typeof data === 'string' && /^0x(?:[0-9a-f]{2}){4,}$/i.test(data)) return data as Hex;
  }
  return undefined;
}

function reasonOf(data: Hex, errors: readonly AbiError[]): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ abi: errors as Abi, data });
    const values = (args as readonly unknown[] | undefined) ?? [];
    if (errorName === 'Error') return String(values[0]);
    const named = errors.find(({ name }) => name === errorName);
    const shown = values.map((value, index) => {
      const name = named?.inputs[index]?.name;
      return `${name ? `${name}: ` : ''}${plain(value)}`;
    });
    return `${errorName}(${shown.join(', ')})`;
  } catch {
    return undefined;
  }
}
