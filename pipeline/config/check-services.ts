import { knownModels } from '../../schema/config/assistant.ts';
import type { WrittenConfig } from '../../schema/config/config.ts';
import { sampleLanguage, sampleLanguages } from '../../schema/config/sample-languages.ts';
import { show } from '../../schema/validation/show.ts';
import { unexpectedChoice } from '../../schema/validation/wording.ts';
import type { Tell } from './finding.ts';

/** Languages of code samples, and addresses that a method needs. */
export function checkApi({ api }: WrittenConfig, tell: Tell): void {
  api?.examples?.languages?.forEach((language, index) => {
    if (sampleLanguage(language) !== undefined) return;
    tell({
      severity: 'warning',
      ruleId: 'unknown-language',
      parts: ['api', 'examples', 'languages', index],
      ...unexpectedChoice('sample language', language, sampleLanguages),
      note: 'Choose one from the list, or remove it: samples that a description has (x-codeSamples) are shown in any language.',
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

/** The model, and addresses of support. */
export function checkAssistant({ assistant }: WrittenConfig, tell: Tell): void {
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
export function checkAuth({ auth }: WrittenConfig, tell: Tell): void {
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
