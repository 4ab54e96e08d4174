import type { Place } from '../../../../schema/errors.ts';
import { hasWrongChecksum, isAddress, isHash, withChecksum } from '../../web3/address.ts';
import { explorerLink } from '../../web3/chains.ts';
import { type Props, text, textOf } from '../component.ts';
import { usePage } from '../page-context.ts';
import { chainOf } from './chain.ts';
import { contractOf } from './contract-of.ts';
import { HexValue } from './value.tsx';

/** An address: of an account, or that of a contract in `docs.json`. */
export function Address(props: Props) {
  const page = usePage();
  const label = text(props.label);
  const { web3 } = page.site.config;
  if (props.contract !== undefined) {
    const found = contractOf(page, props);
    if (found === undefined) return <code>{label ?? text(props.contract)}</code>;
    const { address, chain } = found;
    const href = explorerLink(web3, chain, `address/${address}`);
    return <HexValue kind="address" value={address} label={label} href={href} />;
  }
  const written = text(props.value) ?? text(props.address) ?? textOf(props.children).trim();
  const place = props.place as Place | undefined;
  if (!isAddress(written)) {
    page.report({
      severity: 'error',
      ruleId: 'wrong-address',
      ...(place ? { place } : {}),
      reason: `Unexpected address ${JSON.stringify(written)}, expected "0x" and 40 hex digits`,
      actual: written,
      note: 'Correct the address.',
    });
    return <code>{written}</code>;
  }
  const value = withChecksum(written);
  if (hasWrongChecksum(written)) {
    page.report({
      severity: 'error',
      ruleId: 'wrong-checksum',
      ...(place ? { place } : {}),
      reason: `Wrong checksum of the address ${written}: a digit or its case is wrong`,
      actual: written,
      expected: [value],
      note: `Copy the address again. If its digits are right, write ${value}.`,
    });
    return <code>{written}</code>;
  }
  const href = explorerLink(web3, chainOf(page, props), `address/${value}`);
  return <HexValue kind="address" value={value} label={label} href={href} />;
}

/** The hash of a transaction. */
export function Transaction(props: Props) {
  const page = usePage();
  const written = text(props.hash) ?? text(props.value) ?? textOf(props.children).trim();
  const place = props.place as Place | undefined;
  if (!isHash(written)) {
    page.report({
      severity: 'error',
      ruleId: 'wrong-transaction',
      ...(place ? { place } : {}),
      reason: `Unexpected transaction ${JSON.stringify(written)}, expected "0x" and 64 hex digits`,
      actual: written,
      note: 'Correct the hash of the transaction.',
    });
    return <code>{written}</code>;
  }
  const value = written.toLowerCase();
  const href = explorerLink(page.site.config.web3, chainOf(page, props), `tx/${value}`);
  return <HexValue kind="transaction" value={value} label={text(props.label)} href={href} />;
}
