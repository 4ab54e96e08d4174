interface Service {
  readonly module: string;
  readonly src: string;
  readonly settings: Readonly<Record<string, string>>;
}

type Settings = Service['settings'];
type Call = (...values: unknown[]) => unknown;

/** What a provider's loader expects to find, and what is said to it once it has come. */
interface Manner {
  readonly before?: (settings: Settings, allowed: readonly string[]) => void;
  readonly after?: (settings: Settings) => void;
}

const scope = window as unknown as Record<string, unknown>;

/** A list that a loader reads its orders from. */
function queue(name: string): unknown[] {
  const known = scope[name];
  if (Array.isArray(known)) return known;
  const made: unknown[] = [];
  scope[name] = made;
  return made;
}

/** A function whose calls wait until the loader has come. */
function waiting(name: string): Call {
  const calls: unknown[] = [];
  const stub = Object.assign((...values: unknown[]) => void calls.push(values), { q: calls });
  scope[name] ??= stub;
  return scope[name] as Call;
}

function method(name: string, key: string, ...values: unknown[]): void {
  const object = scope[name] as Record<string, Call> | undefined;
  object?.[key]?.(...values);
}

/** The stub that customer-data loaders share: calls as arrays, with the key. */
function recorder(name: string, settings: Settings): void {
  const calls = queue(name);
  Object.assign(calls, {
    initialize: false,
    invoked: true,
    SNIPPET_VERSION: '5.2.0',
    _writeKey: settings.key ?? settings.writeKey,
    _loadOptions: settings.apiHost ? { apiHost: settings.apiHost } : {},
    page: (...values: unknown[]) => calls.push(['page', ...values]),
  });
  calls.push(['page']);
}

const manners: Readonly<Record<string, Manner>> = {
  ga4: {
    before(settings, allowed) {
      const lines = queue('dataLayer');
      // The service tells orders from data by their being `arguments`.
      const order: Call = function order() {
        // biome-ignore lint/complexity/noArguments: see above
        lines.push(arguments);
      };
      const grant = (category: string): string =>
        allowed.includes(category) ? 'granted' : 'denied';
      if (settings.consentMode)
        order('consent', 'default', {
          analytics_storage: grant('analytics'),
          ad_storage: grant('marketing'),
          ad_user_data: grant('marketing'),
          ad_personalization: grant('marketing'),
        });
      order('js', new Date());
      order('config', settings.measurementId);
    },
  },
  gtm: {
    before: () => void queue('dataLayer').push({ 'gtm.start': Date.now(), event: 'gtm.js' }),
  },
  posthog: {
    before: ({ apiKey, apiHost }) => {
      const api_host = apiHost || 'https://us.i.posthog.com';
      Object.assign(queue('posthog'), { __SV: 1, _i: [[apiKey, { api_host }, 'posthog']] });
    },
  },
  mixpanel: {
    before: ({ projectToken }) => {
      const options = { track_pageview: true };
      Object.assign(queue('mixpanel'), { __SV: 1.2, _i: [[projectToken, options, 'mixpanel']] });
    },
  },
  segment: { before: (settings) => recorder('analytics', settings) },
  hightouch: { before: (settings) => recorder('htevents', settings) },
  amplitude: { after: ({ apiKey }) => method('amplitude', 'init', apiKey) },
  heap: { before: ({ appId }) => void Object.assign(queue('heap'), { appid: appId, config: {} }) },
  hotjar: {
    before: ({ hjid, hjsv }) => {
      waiting('hj');
      scope._hjSettings = { hjid: Number(hjid), hjsv: Number(hjsv ?? 6) };
    },
  },
  logrocket: { after: ({ appId }) => method('LogRocket', 'init', appId) },
  clarity: { before: () => void waiting('clarity') },
  intercom: {
    before: ({ appId }) => {
      waiting('Intercom');
      scope.intercomSettings = { app_id: appId };
    },
  },
  frontchat: {
    after: ({ snippetId }) => {
      const start = scope.FrontChat as Call | undefined;
      start?.('init', { chatId: snippetId, useDefaultLauncher: true });
    },
  },
};

/** Starts the services a reader allowed (loaded only then). */
export function startServices(services: readonly Service[], allowed: readonly string[]): void {
  for (const { module, src, settings } of services) {
    const manner = manners[module];
    manner?.before?.(settings, allowed);
    const script = document.createElement('script');
    script.async = true;
    script.src = src;
    if (manner?.after) script.addEventListener('load', () => manner.after?.(settings));
    for (const [name, value] of Object.entries(settings))
      if (name.startsWith('data-')) script.setAttribute(name, value);
    document.head.append(script);
  }
}
