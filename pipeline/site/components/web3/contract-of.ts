import type { Place, Problem } from '../../../../schema/errors.ts';
import { isAddress, withChecksum } from '../../web3/address.ts';
import { chainName } from '../../web3/chains.ts';
import { type Props, text } from '../component.ts';
import type { PageContext } from '../page-context.ts';
import { chainOf } from './chain.ts';

/** A contract of `docs.json` on one chain. */
export interface ContractOnChain {
  readonly name: string;
  readonly chain: number;
  readonly address: string;
}

/** The contract that a component names, on its chain; undefined if there is none, which is reported. */
export function contractOf(page: PageContext, props: Props): ContractOnChain | undefined {
  const contracts = page.site.config.web3?.contracts ?? {};
  const name = text(props.contract) ?? '';
  const place = props.place as Place | undefined;
  const tell = (problem: Pick<Problem, 'ruleId' | 'reason' | 'actual' | 'expected' | 'note'>) => {
    page.report({ severity: 'error', ...(place ? { place } : {}), ...problem });
  };
  const contract = Object.hasOwn(contracts, name) ? contracts[name] : undefined;
  if (contract === undefined) {
    const names = Object.keys(contracts);
    tell({
      ruleId: 'unknown-contract',
      reason: `Unknown contract ${JSON.stringify(name)}${names.length > 0 ? `, expected one of ${names.join(', ')}` : ''}`,
      actual: name,
      ...(names.length > 0 ? { expected: names } : {}),
      note: 'Add it to web3.contracts in docs.json, or correct the name.',
    });
    return undefined;
  }
  const chains = Object.keys(contract.address).map(Number);
  const isGiven = props.chain !== undefined;
  const wanted = chainOf(page, props);
  if (isGiven && wanted === undefined) return undefined;
  // Without a chain of its own, the component is about one that the contract is on.
  const chain = isGiven || (wanted !== undefined && chains.includes(wanted)) ? wanted : chains[0];
  const address = chain === undefined ? undefined : contract.address[String(chain)];
  if (chain === undefined || address === undefined) {
    const on = chain === undefined ? 'any chain' : `${chainName(chain).name} (${chain})`;
    tell({
      ruleId: 'missing-contract-address',
      reason: `Contract "${name}" has no address on ${on}`,
      ...(chain === undefined ? {} : { actual: String(chain) }),
      ...(chains.length > 0 ? { expected: chains.map(String) } : {}),
      note: `Add it to web3.contracts.${name}.address in docs.json, or choose another chain.`,
    });
    return undefined;
  }
  // A wrong address is reported where docs.json has it.
  return isAddress(address) ? { name, chain, address: withChecksum(address) } : undefined;
}
