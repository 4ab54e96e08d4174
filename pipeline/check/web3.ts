import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Locate } from '../config/locate.ts';
import { hasWrongChecksum, isAddress, withChecksum } from '../site/web3/address.ts';

/** Addresses of contracts in `docs.json` that can't be right. */
export function checkContractAddresses({ web3 }: Config, locate: Locate): Problem[] {
  const problems: Problem[] = [];
  for (const [name, { address }] of Object.entries(web3?.contracts ?? {})) {
    for (const [chain, written] of Object.entries(address)) {
      const at = {
        severity: 'error',
        source: 'config',
        ...locate(joinPointer(['web3', 'contracts', name, 'address', chain])),
        actual: written,
      } as const;
      if (!isAddress(written)) {
        problems.push({
          ...at,
          ruleId: 'wrong-address',
          reason: `Unexpected address ${JSON.stringify(written)} of contract "${name}", expected "0x" and 40 hex digits`,
          note: 'Correct the address.',
        });
      } else if (hasWrongChecksum(written)) {
        const right = withChecksum(written);
        problems.push({
          ...at,
          ruleId: 'wrong-checksum',
          reason: `Wrong checksum of the address ${written} of contract "${name}": a digit or its case is wrong`,
          expected: [right],
          note: `Copy the address again. If its digits are right, write ${right}.`,
        });
      }
    }
  }
  return problems;
}
