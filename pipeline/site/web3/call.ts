import type { AbiError, AbiFunction } from '../../../schema/abi.ts';

/** A function of a contract as a page offers it. */
export interface ContractCall {
  readonly kind: 'read' | 'write';
  readonly chain: number;
  readonly address: string;
  readonly function: AbiFunction;
  /** Errors of the contract, for their names. */
  readonly errors: readonly AbiError[];
}
