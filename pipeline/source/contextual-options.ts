import { type ContextualOption, contextualOptions } from '../../schema/config/contextual.ts';

/** What an entry of the page menu may be, in words. */
export const expectedOption: readonly string[] = [
  ...contextualOptions,
  'an object with "title", "description" and "href"',
];

const builtIn: ReadonlySet<unknown> = new Set(contextualOptions);

/** Whether a value is an entry of the page menu, as `docs.json` takes it. Reading pages does not load its validator. */
export function isContextualOption(value: unknown): value is ContextualOption {
  if (!isRecord(value)) return builtIn.has(value);
  const { title, description, icon, href } = value;
  return (
    isText(title) &&
    typeof description === 'string' &&
    (icon === undefined || typeof icon === 'string') &&
    (isText(href) || (isRecord(href) && isText(href.base) && isQuery(href.query)))
  );
}

function isQuery(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
