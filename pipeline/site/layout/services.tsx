import type { JSX } from 'preact';
import type { Config } from '../../../schema/config/config.ts';
import { encodeUriPart } from '../../../schema/encode-uri.ts';
import { safeJson } from './markup.tsx';
import { shortHash } from './short-hash.ts';
import type { View } from './view.ts';

/** What a reader may refuse, besides what is essential. */
type Category = 'analytics' | 'functional' | 'marketing';

type Settings = Readonly<Record<string, string>>;

interface Provider {
  readonly category: Category;
  /** The loader's address; settings named `data-…` become attributes of its script element. */
  readonly script: (settings: Settings) => { readonly src: string } & Settings;
}

const part = (value: string | undefined): string => encodeUriPart(value ?? '');

/** Host without scheme and path, so that a setting can't choose more than a host. */
const host = (value: string | undefined, otherwise: string): string =>
  /^(?:https:\/\/)?([a-z0-9.-]+(?::\d+)?)\/?$/i.exec(value ?? '')?.[1] ?? otherwise;

// The eighteen providers. What a loader expects to find, and what it is configured with, is in
// `client/services.ts`.
const providers: Readonly<Record<string, Provider>> = {
  ga4: {
    category: 'analytics',
    script: (s) => ({
      src: `https://www.googletagmanager.com/gtag/js?id=${part(s.measurementId)}`,
    }),
  },
  gtm: {
    category: 'analytics',
    script: (s) => ({ src: `https://www.googletagmanager.com/gtm.js?id=${part(s.tagId)}` }),
  },
  posthog: {
    category: 'analytics',
    script: (s) => ({
      src: `https://${host(s.apiHost, 'us-assets.i.posthog.com')}/static/array.js`,
    }),
  },
  segment: {
    category: 'analytics',
    script: (s) => ({
      src: `https://cdn.segment.com/analytics.js/v1/${part(s.key)}/analytics.min.js`,
    }),
  },
  amplitude: {
    category: 'analytics',
    script: (s) => ({ src: `https://cdn.amplitude.com/script/${part(s.apiKey)}.js` }),
  },
  mixpanel: {
    category: 'analytics',
    script: () => ({ src: 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js' }),
  },
  plausible: {
    category: 'analytics',
    script: (s) => ({
      src: `https://${host(s.server, 'plausible.io')}/js/script.js`,
      'data-domain': s.domain ?? '',
    }),
  },
  fathom: {
    category: 'analytics',
    script: (s) => ({ src: 'https://cdn.usefathom.com/script.js', 'data-site': s.siteId ?? '' }),
  },
  pirsch: {
    category: 'analytics',
    script: (s) => ({ src: 'https://api.pirsch.io/pa.js', 'data-code': s.id ?? '' }),
  },
  heap: {
    category: 'analytics',
    script: (s) => ({ src: `https://cdn.heapanalytics.com/js/heap-${part(s.appId)}.js` }),
  },
  hotjar: {
    category: 'analytics',
    script: (s) => ({
      src: `https://static.hotjar.com/c/hotjar-${part(s.hjid)}.js?sv=${part(s.hjsv ?? '6')}`,
    }),
  },
  clearbit: {
    category: 'marketing',
    script: (s) => ({
      src: `https://tag.clearbitscripts.com/v1/${part(s.publicApiKey)}/tags.js`,
    }),
  },
  logrocket: {
    category: 'analytics',
    script: () => ({ src: 'https://cdn.logr-in.com/LogRocket.min.js' }),
  },
  clarity: {
    category: 'analytics',
    script: (s) => ({ src: `https://www.clarity.ms/tag/${part(s.projectId)}` }),
  },
  hightouch: {
    category: 'marketing',
    script: () => ({
      src: 'https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js',
    }),
  },
  intercom: {
    category: 'functional',
    script: (s) => ({ src: `https://widget.intercom.io/widget/${part(s.appId)}` }),
  },
  frontchat: {
    category: 'functional',
    script: () => ({ src: 'https://chat-assets.frontapp.com/v1/chat.bundle.js' }),
  },
  osano: {
    category: 'functional',
    script: (s) => ({
      src: /^https:\/\//.test(s.scriptSource ?? '') ? (s.scriptSource ?? '') : '',
    }),
  },
};

// What loaders fetch from elsewhere; managers of tags fetch from wherever their owner points them to.
const furtherSources: Readonly<Record<string, readonly string[]>> = {
  gtm: ['https:'],
  segment: ['https:'],
  hightouch: ['https:'],
  hotjar: ['https://script.hotjar.com'],
  intercom: ['https://js.intercomcdn.com'],
  clarity: ['https://scripts.clarity.ms'],
};

interface Service {
  readonly module: string;
  readonly category: Category;
  readonly src: string;
  readonly settings: Settings;
  /** What the Content-Security-Policy of a page with this service has to allow for scripts. */
  readonly sources: readonly string[];
}

const made = new WeakMap<Config, readonly Service[]>();

/** The services that pages of a site load, with the addresses of their scripts. */
export function servicesOf(config: Config): readonly Service[] {
  const known = made.get(config);
  if (known) return known;
  const services = Object.entries(config.integrations).flatMap(([module, settings]) => {
    const provider = providers[module];
    const { src, ...attributes } = provider?.script(settings) ?? { src: '' };
    if (!provider || !src) return [];
    return [
      {
        module,
        category: provider.category,
        src,
        settings: { ...settings, ...attributes },
        sources: [new URL(src).origin, ...(furtherSources[module] ?? [])],
      },
    ];
  });
  made.set(config, services);
  return services;
}

/** The consent bar, and what may be loaded once the reader agrees. */
export function Services({ view }: { view: View }): JSX.Element | null {
  const { cookieConsent } = view.config;
  const services = servicesOf(view.config);
  return (
    <>
      {services.length > 0 && (
        <script
          type="application/json"
          class="services"
          dangerouslySetInnerHTML={{ __html: safeJson(services) }}
        />
      )}
      {cookieConsent.enabled && <ConsentBar view={view} />}
    </>
  );
}

function ConsentBar({ view }: { view: View }): JSX.Element {
  const { labels } = view;
  const { position, theme, privacyPolicyUrl, categories } = view.config.cookieConsent;
  const used = new Set(servicesOf(view.config).map(({ category }) => category));
  const offered = (['analytics', 'functional', 'marketing'] as const).filter(
    (name) => categories[name] !== undefined || used.has(name),
  );
  return (
    <section
      class={`dc-consent consent-${position} consent-${theme}`}
      aria-label={labels.cookies}
      data-version={shortHash(offered.join(' '))}
      hidden
    >
      <p class="consent-title">{labels.cookies}</p>
      <p>
        {labels.cookiesText}
        {privacyPolicyUrl && (
          <>
            {' '}
            <a href={view.link(privacyPolicyUrl)}>{labels.privacyPolicy}</a>
          </>
        )}
      </p>
      {offered.length > 0 && (
        <fieldset>
          <legend class="visually-hidden">{labels.categories}</legend>
          {(['essential', ...offered] as const).map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                name={name}
                checked={categories[name] === true}
                disabled={name === 'essential'}
              />
              {labels[name]}
            </label>
          ))}
        </fieldset>
      )}
      <div class="consent-actions">
        <button type="button" class="dc-button" data-consent="all">
          {labels.acceptAll}
        </button>
        {offered.length > 0 && (
          <button type="button" class="dc-button dc-button-plain" data-consent="chosen">
            {labels.acceptChosen}
          </button>
        )}
        <button type="button" class="dc-button dc-button-plain" data-consent="none">
          {labels.essentialOnly}
        </button>
      </div>
    </section>
  );
}
