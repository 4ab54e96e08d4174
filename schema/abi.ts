/** A value that a function of a contract takes or returns. */
export interface AbiParameter {
  /** Empty if it has none. */
  readonly name: string;
  /** Canonical type such as `uint256`, `address[2][]` or `tuple`. */
  readonly type: string;
  /** Fields of a tuple. */
  readonly components?: readonly AbiParameter[];
}

/** A function of a contract. */
export interface AbiFunction {
  readonly type: 'function';
  readonly name: string;
  readonly stateMutability: 'pure' | 'view' | 'nonpayable' | 'payable';
  readonly inputs: readonly AbiParameter[];
  readonly outputs: readonly AbiParameter[];
}

/** An error that functions of a contract end with. */
export interface AbiError {
  readonly type: 'error';
  readonly name: string;
  readonly inputs: readonly AbiParameter[];
}

/** What Docent uses of the description of a contract. */
export interface Abi {
  readonly functions: readonly AbiFunction[];
  readonly errors: readonly AbiError[];
}
