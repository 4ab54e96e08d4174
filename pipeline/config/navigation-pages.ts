import type { Config } from '../../schema/config/config.ts';

/** Page paths anywhere in the navigation; entries of API operations do no harm here. */
export function navigationPages(config: Config): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.add(value.replace(/^\/+/, '').replace(/\.mdx?$/, ''));
    else if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) {
        if (typeof child === 'object' || key === 'root' || key === 'landing') visit(child);
      }
    }
  };
  visit(config.navigation);
  return found;
}
