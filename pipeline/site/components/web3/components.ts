import type { Component } from '../component.ts';
import { Address, Transaction } from './address.tsx';

/** Components about chains and contracts, by the name authors use. */
export const web3Components: Readonly<Record<string, Component>> = {
  Address,
  Transaction,
};
