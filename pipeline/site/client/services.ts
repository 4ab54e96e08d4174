interface Service {
  readonly module: string;
  readonly src?: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts the services a reader allowed (loaded only then). */
export function startServices(services: readonly Service[], allowed: readonly string[]): void {
  for (const service of services) {
    const settings = service.settings;
    if (service.module === 'ga4' || service.module === 'gtm') {
      const scope = window as unknown as { dataLayer?: unknown[] };
      scope.dataLayer ??= [];
      const push = (...items: unknown[]): void => void scope.dataLayer?.push(items);
      if (service.module === 'ga4') {
        const state = allowed.includes('marketing') ? 'granted' : 'denied';
        if (settings.consentMode)
          push('consent', 'default', {
            analytics_storage: allowed.includes('analytics') ? 'granted' : 'denied',
            ad_storage: state,
            ad_user_data: state,
            ad_personalization: state,
          });
        push('js', new Date());
        push('config', settings.measurementId);
      } else scope.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    }
    if (!service.src) continue;
    const script = document.createElement('script');
    script.async = true;
    script.src = service.src;
    for (const [name, value] of Object.entries(settings))
      if (name.startsWith('data-')) script.setAttribute(name, value);
    document.head.append(script);
  }
}
