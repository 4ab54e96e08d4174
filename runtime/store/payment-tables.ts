import type { Flag } from './flag.ts';

export interface PaymentLinkRow {
  org_id: string;
  id: string;
  name: string;
  short_code: string;
  search: string;
  active: Flag;
  current_uses: number;
  created_at: number;
  updated_at: number;
}

export interface PaymentSessionRow {
  org_id: string;
  id: string;
  payment_link_id: string;
  status: string;
  created_at: number;
}

export interface PaymentTransactionRow {
  org_id: string;
  id: string;
  status: string;
  chain_id: number;
  created_at: number;
}
