import { type Abi, BaseError, decodeErrorResult, type Hex } from 'viem';
import type { AbiError } from '../../../../schema/abi.ts';
import { hasCode, layersOf } from './codes.ts';
import { say } from './page.ts';
import { UnreachableError } from './request.ts';
import { plain } from './values.ts';

/** Longest part of a message of someone else that is shown. */
const longest = 200;

/** A failed request in the words of the page: who refused, and why. */
export function failureOf(error: unknown, errors: readonly AbiError[]): string {
  if (error instanceof UnreachableError) return say('unreachable');
  if (hasCode(error, 4001)) return say('refused');
  const message = messageOf(error);
  const data = revertDataOf(error);
  const isRevert = data !== undefined || hasCode(error, 3) || /\brevert/i.test(message);
  if (!isRevert) return say('failed', { reason: message.slice(0, longest) });
  const reason =
    (data && reasonOf(data, errors)) ||
    /reverted:? (?:with reason string )?(.+)/i.exec(message)?.[1];
  return reason ? say('reverted', { reason: reason.slice(0, longest) }) : say('revertedPlain');
}

function messageOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage;
  const [first] = layersOf(error);
  return typeof first?.message === 'string' && first.message !== '' ? first.message : String(error);
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
