import type { JsonSchema } from '../json-schema.ts';
import { object, text } from './field.ts';
/** Provider key → its settings. */
export type Integrations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Required and optional settings of a provider. */
export interface Provider {
  readonly title: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const provider = (
  title: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Provider => ({ title, required, optional });

/** The eighteen providers; renaming a key is one line here. */
const providers: Readonly<Record<string, Provider>> = {
  ga4: provider('Google Analytics 4', ['measurementId'], ['consentMode']),
  gtm: provider('Google Tag Manager', ['tagId']),
  posthog: provider('PostHog', ['apiKey'], ['apiHost']),
  segment: provider('Segment', ['key']),
  amplitude: provider('Amplitude', ['apiKey']),
  mixpanel: provider('Mixpanel', ['projectToken']),
  plausible: provider('Plausible', ['domain'], ['server']),
  fathom: provider('Fathom', ['siteId']),
  pirsch: provider('Pirsch', ['id']),
  heap: provider('Heap', ['appId']),
  hotjar: provider('Hotjar', ['hjid'], ['hjsv']),
  clearbit: provider('Clearbit', ['publicApiKey']),
  logrocket: provider('LogRocket', ['appId']),
  clarity: provider('Clarity', ['projectId']),
  hightouch: provider('Hightouch', ['writeKey'], ['apiHost']),
  intercom: provider('Intercom', ['appId']),
  frontchat: provider('Front Chat', ['snippetId']),
  osano: provider('Osano', ['scriptSource']),
};

const ownScripts = object(
  "What the site's own scripts may load.",
  {
    hosts: text('Hosts they may load scripts from.', {
      pattern:
        '^\\s*(https://)?[a-zA-Z0-9.-]+(:[0-9]+)?([\\s,]+(https://)?[a-zA-Z0-9.-]+(:[0-9]+)?)*\\s*$',
      expects: 'hosts such as "https://widget.example.com", separated by spaces',
      examples: ['https://widget.example.com'],
    }),
  },
  { required: ['hosts'] },
);

/** Schema of `integrations`. */
export const integrationsSchema: JsonSchema = {
  type: 'object',
  description: 'Analytics and widgets: providers and their settings.',
  properties: Object.fromEntries([
    ...Object.entries(providers).map(([key, { title, required, optional }]) => [
      key,
      object(
        `${title}.`,
        Object.fromEntries(
          [...required, ...optional].map((name) => [
            name,
            text(`Setting \`${name}\` of ${title}.`, { minLength: 1 }),
          ]),
        ),
        { required },
      ),
    ]),
    ['scripts', ownScripts],
  ]),
};

/** `integrations` without unknown providers. */
export function readIntegrations(written: Integrations = {}): Integrations {
  return Object.fromEntries(
    Object.entries(written).filter(([key]) => Object.hasOwn(providers, key) || key === 'scripts'),
  );
}

/** Origins in `integrations.scripts.hosts`. */
export function scriptHosts({ scripts }: Integrations): readonly string[] {
  const hosts = (scripts?.hosts ?? '').split(/[\s,]+/).filter((host) => host !== '');
  return hosts.map((host) => `https://${host.replace(/^https:\/\//i, '').toLowerCase()}`);
}
