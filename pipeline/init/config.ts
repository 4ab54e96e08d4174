import { given } from '../../schema/given.ts';
import type { StarterLook } from './look.ts';

/** `docs.json` of a new site; `schema` is what its `$schema` says. */
export function starterConfig(look: StarterLook, schema: string | undefined): object {
  const { name, color, theme, api } = look;
  return {
    ...given({ $schema: schema }),
    name,
    description: `How to install, use and extend ${name}.`,
    theme,
    colors: { primary: color },
    favicon: '/favicon.svg',
    // The name is text next to the mark: a picture of it would need a width of its own.
    logo: { light: '/logo/mark.svg', dark: '/logo/mark.svg', text: name },
    navigation: {
      tabs: [
        {
          tab: 'Guides',
          icon: 'book-open',
          groups: [
            { group: 'Get started', pages: ['index', 'quickstart'] },
            { group: 'Write', pages: ['writing/pages', 'writing/components'] },
          ],
        },
        ...(api ? [apiTab] : []),
        {
          tab: 'Changelog',
          icon: 'history',
          groups: [{ group: 'Releases', pages: ['changelog'] }],
        },
      ],
    },
    appearance: { default: 'system' },
    contextual: { options: ['copy', 'view'] },
    variables: [{ name: 'product', type: 'string', defaultValue: name }],
    addons: { ciChecks: { brokenLinks: 'error' } },
  };
}

/** The reference of the API in `openapi.yaml`. */
const apiTab = {
  tab: 'API reference',
  icon: 'square-terminal',
  groups: [
    {
      group: 'Notes API',
      openapi: { source: 'openapi.yaml', directory: 'api' },
      pages: ['GET /notes', 'POST /notes', 'GET /notes/{id}'],
    },
  ],
};

/** The square next to the name, and the icon of browser tabs. */
export function starterMark({ color }: Pick<StarterLook, 'color'>): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${color}"/><path d="M7 6.5h6a5.5 5.5 0 0 1 0 11H7z" fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"/></svg>\n`;
}
