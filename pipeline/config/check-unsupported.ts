import type { WrittenConfig } from '../../schema/config/config.ts';
import type { Tell } from './finding.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Sections and fields that are valid and that nothing reads yet, with what is missing. */
const unsupported: readonly { readonly parts: readonly string[]; readonly what: string }[] = [
  {
    parts: ['web3', 'walletConnect', 'projectId'],
    what: 'the relay of WalletConnect: wallets of the browser are connected without it',
  },
];

/** No field is without effect in silence: one that nothing reads yet is named. */
export function checkUnsupported(written: WrittenConfig, tell: Tell): void {
  for (const { parts, what } of unsupported) {
    const value = parts.reduce<unknown>(
      (owner, key) => (owner as Fields | undefined)?.[key],
      written,
    );
    if (value === undefined) continue;
    tell({
      severity: 'note',
      ruleId: 'not-supported-yet',
      parts,
      part: 'key',
      reason: `${parts.join('.')} has no effect yet, Docent does not support ${what}`,
      note: 'No action needed.',
    });
  }
}
