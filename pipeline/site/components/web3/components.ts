import type { Component } from '../component.ts';
import { Address, Transaction } from './address.tsx';
import { ConnectWallet } from './connect-wallet.tsx';
import { ContractRead, ContractWrite } from './contract-call.tsx';

/** Components about chains and contracts, by the name authors use. */
export const web3Components: Readonly<Record<string, Component>> = {
  Address,
  ConnectWallet,
  ContractRead,
  ContractWrite,
  Transaction,
};
