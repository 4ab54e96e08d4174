import { hash as digest } from 'node:crypto';
import type { Abi } from '../../schema/abi.ts';
import type { Config } from '../../schema/config/config.ts';
import { messageOf, type Problem } from '../../schema/errors.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Cache } from '../cache/cache.ts';
import type { Locate } from '../config/locate.ts';
import { type AbiFault, readAbi } from '../site/web3/abi.ts';
import { descriptionFetcher } from './fetch-descriptions.ts';

/** ABIs of contracts by name, and what is wrong with those that are missing. */
export interface Contracts {
  readonly abis: Readonly<Record<string, Abi>>;
  readonly problems: readonly Problem[];
}

/** Where ABIs are read from. */
export interface ContractSources {
  readonly locate: Locate;
  /** Text of a file of the site. */
  readonly readText: (path: string) => string | undefined;
  readonly cache: Cache;
  readonly fetchText?: (url: string) => Promise<string>;
}

type Said = Pick<Problem, 'severity' | 'ruleId' | 'reason' | 'note'> & Partial<Problem>;

/** Largest file, in characters. */
const mostCharacters = 2 * 1024 * 1024;

/**
 * Reads the ABIs that `web3.contracts` has, or names as files of the site or as addresses. What another
 * host sends is only used as long as it has the hash in the address.
 */
export async function readContracts(config: Config, sources: ContractSources): Promise<Contracts> {
  const abis: Record<string, Abi> = {};
  const problems: Problem[] = [];
  const fetchText = sources.fetchText ?? descriptionFetcher();
  await Promise.all(
    Object.entries(config.web3?.contracts ?? {}).map(async ([name, { abi: written }]) => {
      const parts = ['web3', 'contracts', name, 'abi'];
      const tell = (said: Said, pointer = ''): void => {
        const at = sources.locate(joinPointer(parts) + pointer);
        problems.push({ source: 'config', ...at, ...said });
      };
      let value: unknown = written;
      if (typeof written === 'string') {
        const text = /^https?:/i.test(written)
          ? await fetchPinned(written, { ...sources, fetchText, tell })
          : sources.readText(written.replace(/^(?:\.?\/)+/, ''));
        // A missing file is reported with all others.
        if (text === undefined) return;
        value = parse(text, written, tell);
        if (value === undefined) return;
      }
      const { abi, fault } = readAbi(value);
      if (abi) abis[name] = abi;
      if (fault)
        tell(wrongAbi(name, fault, written), typeof written === 'string' ? '' : fault.pointer);
    }),
  );
  return { abis, problems };
}

function parse(text: string, written: string, tell: (said: Said) => void): unknown {
  try {
    if (text.length <= mostCharacters) return JSON.parse(text);
    tell({
      severity: 'error',
      ruleId: 'wrong-abi',
      reason: `The ABI ${written} has more than ${mostCharacters} characters`,
      note: 'Keep only the functions that pages use.',
    });
  } catch (error) {
    tell({
      severity: 'error',
      ruleId: 'wrong-abi',
      reason: `The ABI ${written} is not JSON: ${messageOf(error)}`,
      note: 'Name a file with the ABI in JSON, as compilers write it.',
    });
  }
  return undefined;
}

function wrongAbi(name: string, { pointer, found, expected }: AbiFault, written: unknown): Said {
  const place = pointer === '' ? '' : ` at ${pointer}`;
  const file = typeof written === 'string' ? ` ${written}` : '';
  return {
    severity: 'error',
    ruleId: 'wrong-abi',
    reason: `Unexpected ${found} in the ABI${file} of contract "${name}"${place}, expected ${expected}`,
    actual: found,
    note: 'Use the ABI in JSON as the compiler wrote it.',
  };
}

/** A text from another host, which has to have the hash in its address. */
async function fetchPinned(
  url: string,
  {
    cache,
    fetchText,
    tell,
  }: Required<Pick<ContractSources, 'cache' | 'fetchText'>> & {
    readonly tell: (said: Said) => void;
  },
): Promise<string | undefined> {
  const [address = url, fragment = ''] = url.split('#');
  const pin = /^sha256=([0-9a-f]{64})$/i.exec(fragment)?.[1]?.toLowerCase();
  const kept = pin === undefined ? undefined : cache.get<string>('abi', pin);
  if (kept !== undefined) return kept;
  let text: string;
  try {
    text = await fetchText(address);
  } catch (error) {
    tell({
      severity: 'error',
      ruleId: 'unread-abi',
      reason: `Can't fetch the ABI ${address}: ${messageOf(error)}`,
      note: 'Correct the address, or add the ABI to the site as a file.',
    });
    return undefined;
  }
  const hash = digest('sha256', text, 'hex');
  const pinned = `${address}#sha256=${hash}`;
  if (pin === undefined) {
    tell({
      severity: 'warning',
      ruleId: 'unpinned-abi',
      reason: `The ABI ${address} is fetched without a hash: its host can change what readers sign`,
      expected: [pinned],
      note: `Write "${pinned}".`,
    });
  } else if (pin !== hash) {
    tell({
      severity: 'error',
      ruleId: 'changed-abi',
      reason: `The ABI ${address} has another hash than sha256 ${pin}`,
      actual: hash,
      expected: [pin],
      note: `Look at what has changed. If it is right, write "${pinned}".`,
    });
    return undefined;
  } else {
    cache.set('abi', pin, text);
  }
  return text;
}
