import type { Place } from '../../../../schema/errors.ts';
import { chainsOf } from '../../web3/chains.ts';
import { number, type Props } from '../component.ts';
import type { PageContext } from '../page-context.ts';

/**
 * The chain that a component is about: its own, else the default one, else the only one. Undefined if
 * there is none, or if `docs.json` does not know it, which is reported.
 */
export function chainOf(page: PageContext, { chain, place }: Props): number | undefined {
  const { web3 } = page.site.config;
  const chains = chainsOf(web3);
  if (chain === undefined) {
    const [only, other] = chains;
    return web3?.walletConnect?.defaultChain ?? (other === undefined ? only : undefined);
  }
  const id = number(chain);
  if (id !== undefined && chains.includes(id)) return id;
  const listed = chains.length > 0 ? `, expected one of ${chains.join(', ')}` : '';
  page.report({
    severity: 'error',
    ruleId: 'unknown-chain',
    ...(place ? { place: place as Place } : {}),
    reason: `Unknown chain ${JSON.stringify(chain)}${listed}`,
    actual: String(chain),
    ...(chains.length > 0 ? { expected: chains.map(String) } : {}),
    note: 'Add it to "web3" in docs.json, or choose an existing one.',
  });
  return undefined;
}
