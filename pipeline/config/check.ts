import type { Config, WrittenConfig } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { joinPointer } from '../../schema/pointer.ts';
import { show } from '../../schema/validation/show.ts';
import { checkLanguages } from './check-languages.ts';
import { checkLinks } from './check-links.ts';
import { checkNavigation } from './check-navigation.ts';
import { checkApi, checkAssistant, checkAuth } from './check-services.ts';
import { checkVariables } from './check-variables.ts';
import type { Tell } from './finding.ts';
import type { Locate } from './locate.ts';

/** Rules about missing values; they don't apply to a section that already lost an invalid part. */
const absences = new Set([
  'empty-navigation',
  'empty-group',
  'incomplete-anchor',
  'incomplete-logo',
  'missing-field',
]);

/**
 * The rules of `docs.json` that bind several fields together, on a configuration that fits its schema.
 * `broken` names the sections that had to be pruned to fit.
 */
export function checkConfig(
  written: WrittenConfig,
  config: Config,
  options: { readonly locate: Locate; readonly broken: ReadonlySet<string> },
): readonly Problem[] {
  const problems: Problem[] = [];
  const { locate, broken } = options;
  const tell: Tell = ({ parts, part, ...said }) => {
    if (absences.has(said.ruleId) && broken.has(String(parts[0]))) return;
    problems.push({ source: 'config', ...locate(joinPointer(parts), part), ...said });
  };
  checkLogo(written, tell);
  checkFonts(written, tell);
  checkNavigation(written.navigation, tell);
  checkLinks(written, tell);
  checkApi(written, tell);
  checkAssistant(written, tell);
  checkAuth(written, tell);
  checkVariables(config, tell);
  checkHosting(written, tell);
  checkLanguages(written, config, tell);
  checkConsent(written, tell);
  checkWeb3(written, tell);
  return problems;
}

/** A logo needs a light image or a text. */
function checkLogo({ logo }: WrittenConfig, tell: Tell): void {
  if (logo === undefined || typeof logo === 'string') return;
  const label = logo.text !== undefined && logo.text !== false && logo.text !== '';
  if (logo.light !== undefined || label) return;
  const only = logo.dark === undefined ? 'neither image nor text' : 'only a dark image';
  tell({
    severity: 'error',
    ruleId: 'incomplete-logo',
    parts: ['logo'],
    reason: `Logo has ${only}, expected "light" or "text"`,
    expected: ['light', 'text'],
    note: 'Add "light", or "text": true for a text logo.',
  });
}

/** Families that readers' systems have, and generic ones. */
const systemFamilies =
  /^(?:ui-|-apple-|system-ui|blinkmac|(?:sans-)?serif$|monospace|cursive|fantasy|math$|segoe ui|sf |arial|helvetica|times|georgia|verdana|tahoma|trebuchet|courier|consolas|menlo|monaco|cambria|calibri|candara|palatino|optima)/i;

/** A font has a file, and the lower weight of a range comes first. */
function checkFonts({ fonts }: WrittenConfig, tell: Tell): void {
  const named = [
    [['fonts', 'family'], fonts?.family],
    [['fonts', 'heading', 'family'], fonts?.heading?.family],
    [['fonts', 'body', 'family'], fonts?.body?.family],
  ] as const;
  // A style sheet may have other families than the one that it is written next to.
  const hasSource = [fonts, fonts?.heading, fonts?.body].some((font) => font?.source !== undefined);
  for (const [parts, family] of hasSource ? [] : named) {
    if (family === undefined || systemFamilies.test(family.trim())) continue;
    tell({
      severity: 'note',
      ruleId: 'font-without-source',
      parts,
      reason: `Only readers who have installed "${family}" see it: the font has no "source"`,
      actual: family,
      note: 'Add "source": the path of a font file, or the URL of its style sheet. The build copies it.',
    });
  }
  const faces = [
    [['fonts', 'weight'], fonts?.weight],
    [['fonts', 'heading', 'weight'], fonts?.heading?.weight],
    [['fonts', 'body', 'weight'], fonts?.body?.weight],
  ] as const;
  for (const [parts, weight] of faces) {
    const range = typeof weight === 'string' ? /^(\d+) (\d+)$/.exec(weight) : null;
    if (range === null || Number(range[1]) < Number(range[2])) continue;
    tell({
      severity: 'error',
      ruleId: 'unexpected-value',
      parts,
      reason: `Unexpected ${parts.join('.')} ${show(weight)}, expected the lower weight first`,
      actual: String(weight),
      note: 'Write a range such as "400 700".',
    });
  }
}

/** A base path has single slashes. */
function checkHosting({ hosting }: WrittenConfig, tell: Tell): void {
  const basePath = hosting?.basePath;
  if (basePath === undefined || !basePath.includes('//')) return;
  tell({
    severity: 'error',
    ruleId: 'wrong-format',
    parts: ['hosting', 'basePath'],
    reason: `Unexpected hosting.basePath ${show(basePath)}, expected single slashes`,
    actual: basePath,
    note: `Write "${basePath.replaceAll(/\/{2,}/g, '/')}".`,
  });
}

/** Essential cookies can't be turned off. */
function checkConsent({ cookieConsent }: WrittenConfig, tell: Tell): void {
  if (cookieConsent?.categories?.essential !== false) return;
  tell({
    severity: 'warning',
    ruleId: 'essential-cookies',
    parts: ['cookieConsent', 'categories', 'essential'],
    reason: 'Unexpected cookieConsent.categories.essential false, essential cookies are always on',
    actual: 'false',
    note: 'Remove it, or set it to true.',
  });
}

function checkWeb3({ web3 }: WrittenConfig, tell: Tell): void {
  const wallet = web3?.walletConnect;
  wallet?.chains.forEach((chain, index) => {
    if (web3?.rpc?.[String(chain)] !== undefined) return;
    tell({
      severity: 'note',
      ruleId: 'chain-without-node',
      parts: ['web3', 'walletConnect', 'chains', String(index)],
      reason: `Only wallets of the browser can be used on chain ${chain}: it has no address in web3.rpc`,
      actual: String(chain),
      note: `Add the address of a node as web3.rpc.${chain}. Wallets on other devices don't answer for one.`,
    });
  });
  if (wallet?.defaultChain === undefined || wallet.chains.includes(wallet.defaultChain)) return;
  tell({
    severity: 'error',
    ruleId: 'unexpected-value',
    parts: ['web3', 'walletConnect', 'defaultChain'],
    reason: `Unexpected web3.walletConnect.defaultChain ${wallet.defaultChain}, expected one of ${wallet.chains.join(', ')}`,
    actual: String(wallet.defaultChain),
    expected: wallet.chains.map(String),
    note: 'Add it to "chains", or choose one of them.',
  });
}
