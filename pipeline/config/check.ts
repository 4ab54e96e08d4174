import { sampleAliases, sampleLanguages } from '../../schema/config/api.ts';
import { knownModels } from '../../schema/config/assistant.ts';
import type { Config, WrittenConfig } from '../../schema/config/config.ts';
import { themes } from '../../schema/config/themes.ts';
import type { Problem } from '../../schema/errors.ts';
import { joinPointer } from '../../schema/pointer.ts';
import { show, unexpectedChoice } from '../../schema/validate.ts';
import { checkNavigation } from './check-navigation.ts';
import type { Tell } from './finding.ts';
import type { Locate } from './locate.ts';
import { isUnsafe } from './unsafe-link.ts';

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
  checkTheme(config, tell);
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

function checkTheme(config: Config, tell: Tell): void {
  if (config.theme === themes[0]) return;
  tell({
    severity: 'note',
    ruleId: 'theme-layout',
    parts: ['theme'],
    reason: `Theme "${config.theme}" uses the layout of "${themes[0]}" in this version`,
    note: 'No action needed; its own layout will follow.',
  });
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

/** The lower weight of a range comes first. */
function checkFonts({ fonts }: WrittenConfig, tell: Tell): void {
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

/** Addresses that would run scripts instead of leading somewhere. */
function checkLinks(written: WrittenConfig, tell: Tell): void {
  const links: [(string | number)[], unknown][] = [];
  written.navbar?.links?.forEach((link, i) => {
    links.push([['navbar', 'links', i, 'href'], link.href]);
  });
  links.push([['navbar', 'primary', 'href'], written.navbar?.primary?.href]);
  written.footer?.links?.forEach((column, i) => {
    column.items.forEach((item, j) => {
      links.push([['footer', 'links', i, 'items', j, 'href'], item.href]);
    });
  });
  for (const [platform, address] of Object.entries(written.footer?.socials ?? {})) {
    links.push([['footer', 'socials', platform], address]);
  }
  if (typeof written.logo === 'object') links.push([['logo', 'href'], written.logo.href]);
  links.push([['auth', 'loginUrl'], written.auth?.loginUrl]);
  written.contextual?.options?.forEach((option, i) => {
    if (typeof option === 'string') return;
    const { href } = option;
    const parts = ['contextual', 'options', i, 'href'];
    links.push(typeof href === 'string' ? [parts, href] : [[...parts, 'base'], href.base]);
  });
  for (const [parts, href] of links) {
    if (typeof href !== 'string' || !isUnsafe(href)) continue;
    tell({
      severity: 'error',
      ruleId: 'unsafe-link',
      parts,
      reason: `Unexpected address ${show(href)}, expected a path or a URL`,
      actual: href,
      note: 'Link to a page, or to an https URL.',
    });
  }
}

function checkApi({ api }: WrittenConfig, tell: Tell): void {
  api?.examples?.languages?.forEach((language, index) => {
    const name = language.trim().toLowerCase();
    if ((sampleLanguages as readonly string[]).includes(name)) return;
    if (Object.hasOwn(sampleAliases, name)) return;
    tell({
      severity: 'warning',
      ruleId: 'unknown-language',
      parts: ['api', 'examples', 'languages', index],
      ...unexpectedChoice('sample language', language, sampleLanguages),
      note: 'Remove it, or choose one from the list.',
    });
  });
  const auth = api?.mdx?.auth;
  if (auth?.method !== 'oauth2') return;
  for (const key of ['oauth2AuthUrl', 'oauth2TokenUrl'] as const) {
    if (auth[key] !== undefined) continue;
    tell({
      severity: 'error',
      ruleId: 'missing-field',
      parts: ['api', 'mdx', 'auth'],
      reason: `Missing api.mdx.auth.${key}, expected a URL because the method is "oauth2"`,
      note: `Add "${key}".`,
    });
  }
}

function checkAssistant({ assistant }: WrittenConfig, tell: Tell): void {
  const model = assistant?.model;
  if (model !== undefined && !(knownModels as readonly string[]).includes(model)) {
    tell({
      severity: 'note',
      ruleId: 'unknown-model',
      parts: ['assistant', 'model'],
      reason: `Model ${show(model)} has not been tested with Docent`,
      actual: model,
      expected: knownModels,
      note: 'No action needed if your endpoint supports it.',
    });
  }
  const contact = assistant?.contactSupport;
  if (contact?.enabled === true && contact.email === undefined) {
    tell({
      severity: 'warning',
      ruleId: 'missing-field',
      parts: ['assistant', 'contactSupport'],
      reason: 'Missing assistant.contactSupport.email, the support link needs an address',
      note: 'Add "email".',
    });
  }
  const deflection = assistant?.deflection;
  const address = deflection?.supportEmail ?? contact?.email;
  if (deflection?.enabled === true && address === undefined) {
    tell({
      severity: 'warning',
      ruleId: 'missing-field',
      parts: ['assistant', 'deflection'],
      reason: 'Missing assistant.deflection.supportEmail, deflection needs an address',
      note: 'Add "supportEmail", or "contactSupport.email".',
    });
  }
}

/** The provider "custom" needs its URLs. */
function checkAuth({ auth }: WrittenConfig, tell: Tell): void {
  if (auth?.enabled !== true || auth.provider !== 'custom') return;
  for (const key of ['jwksUrl', 'loginUrl'] as const) {
    if (auth[key] !== undefined) continue;
    tell({
      severity: 'error',
      ruleId: 'missing-field',
      parts: ['auth'],
      reason: `Missing auth.${key}, expected a URL because the provider is "custom"`,
      note: `Add "${key}", or use the provider "builtin".`,
    });
  }
}

/** Expressions are read by `resolveVariables`. */
function checkVariables(config: Config, tell: Tell): void {
  const seen = new Set<string>();
  config.variables.forEach((variable, index) => {
    const { name, type, defaultValue, options, expression } = variable;
    const at = (...parts: string[]) => ['variables', index, ...parts];
    const shown = JSON.stringify(name);
    if (seen.has(name)) {
      const reason = `Duplicate variable ${shown}`;
      const note = 'Rename one of the two.';
      tell({ severity: 'error', ruleId: 'duplicate-variable', parts: at('name'), reason, note });
    }
    seen.add(name);
    if (type === 'secret' && defaultValue !== undefined) {
      tell({
        severity: 'error',
        ruleId: 'secret-default',
        parts: at('defaultValue'),
        part: 'key',
        reason: `Unexpected defaultValue of secret variable ${shown}, it would be published with the site`,
        note: 'Remove it; readers type the secret themselves.',
      });
    }
    if (type === 'select' && (options ?? []).length === 0) {
      const reason = `Missing options of select variable ${shown}`;
      const note = 'Add "options" with at least one value.';
      tell({ severity: 'error', ruleId: 'missing-field', parts: at(), reason, note });
    } else if (
      type === 'select' &&
      defaultValue !== undefined &&
      options?.includes(defaultValue) === false
    ) {
      tell({
        severity: 'error',
        ruleId: 'unexpected-value',
        parts: at('defaultValue'),
        ...unexpectedChoice(`defaultValue of variable ${shown}`, defaultValue, options),
        note: 'Choose one of its options.',
      });
    }
    if (type === 'computed' && expression === undefined) {
      const reason = `Missing expression of computed variable ${shown}`;
      const note = 'Add "expression".';
      tell({ severity: 'error', ruleId: 'missing-field', parts: at(), reason, note });
    }
    for (const [key, owner] of [
      ['options', 'select'],
      ['expression', 'computed'],
    ] as const) {
      if (variable[key] === undefined || type === owner) continue;
      const reason = `Unexpected ${key} of ${type} variable ${shown}, only ${owner} variables can have it`;
      const note = `Remove it, or set "type" to "${owner}".`;
      tell({
        severity: 'warning',
        ruleId: 'unused-field',
        parts: at(key),
        part: 'key',
        reason,
        note,
      });
    }
  });
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

/** A target language is not the default language, and listed once. */
function checkLanguages({ i18n }: WrittenConfig, config: Config, tell: Tell): void {
  const seen = new Set<string>();
  i18n?.languages?.forEach((language, index) => {
    const parts = ['i18n', 'languages', index];
    if (language === config.i18n.defaultLanguage) {
      tell({
        severity: 'note',
        ruleId: 'default-language-listed',
        parts,
        reason: `Language "${language}" is the source language, it is ignored as a target`,
        note: 'Remove it from the list.',
      });
    } else if (seen.has(language)) {
      const reason = `Duplicate language "${language}"`;
      const note = 'Remove one of the two.';
      tell({ severity: 'warning', ruleId: 'duplicate-language', parts, reason, note });
    }
    seen.add(language);
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
