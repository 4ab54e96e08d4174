import type * as ESTree from 'estree';
import { isNothing, NeedsCompiling } from './members.ts';

/** What a sign before a value makes of it. */
export function applyUnary(operator: ESTree.UnaryOperator, value: unknown): unknown {
  switch (operator) {
    case '!':
      return !value;
    case '-':
      return -Number(value);
    case '+':
      return Number(value);
    case 'typeof':
      return typeof value;
    case 'void':
      return undefined;
    default:
      throw new NeedsCompiling(operator);
  }
}

/** What a sign between two values makes of them. */
export function applyBinary(
  operator: ESTree.BinaryOperator,
  left: unknown,
  right: unknown,
): unknown {
  switch (operator) {
    case '+':
      return typeof left === 'number' && typeof right === 'number'
        ? left + right
        : string(left) + string(right);
    case '-':
      return Number(left) - Number(right);
    case '*':
      return Number(left) * Number(right);
    case '/':
      return Number(left) / Number(right);
    case '%':
      return Number(left) % Number(right);
    case '**':
      return Number(left) ** Number(right);
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return left === right || (isNothing(left) && isNothing(right)) || looselyEqual(left, right);
    case '!=':
      return !(
        left === right ||
        (isNothing(left) && isNothing(right)) ||
        looselyEqual(left, right)
      );
    case '<':
      return (left as number) < (right as number);
    case '>':
      return (left as number) > (right as number);
    case '<=':
      return (left as number) <= (right as number);
    case '>=':
      return (left as number) >= (right as number);
    default:
      throw new NeedsCompiling(operator);
  }
}

function looselyEqual(left: unknown, right: unknown): boolean {
  const plain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return plain(left) && plain(right) && Number(left) === Number(right);
}

/** A value as text, as a template has it. */
export function string(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return '[object Object]';
  return String(value);
}
