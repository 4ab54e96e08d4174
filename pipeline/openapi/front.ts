import type { Frontmatter } from '../../schema/site.ts';
import { writeExact } from './exact-json.ts';
import type { Json } from './json.ts';

const texts = new Set([
  'title',
  'description',
  'sidebarTitle',
  'icon',
  'iconType',
  'tag',
  'url',
  'lastUpdatedDate',
  'canonical',
  'robots',
  'version',
  'contentType',
  'mode',
  'playground',
  'authMethod',
]);

const switches = new Set([
  'deprecated',
  'hidden',
  'hideFooterPagination',
  'hideApiMarker',
  'public',
  'rss',
  'timestamp',
  'searchable',
  'noindex',
]);

const lists = new Set(['groups', 'keywords']);

/** Front matter from `x-mint.metadata`; known keys of a wrong type are kept as unknown ones. */
export function readFields(written: Json): Frontmatter {
  // Front matter of a file has no BigInts either.
  const metadata = JSON.parse(writeExact(written)) as Json;
  const known: Record<string, unknown> = {};
  const meta: Record<string, string> = {};
  const other: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(metadata)) {
    if (texts.has(key) && typeof value === 'string' && value !== '') known[key] = value;
    else if (switches.has(key) && typeof value === 'boolean') known[key] = value;
    else if (lists.has(key) && Array.isArray(value)) known[key] = value.map(String);
    else if (key === 'boost' && typeof value === 'number') known[key] = value;
    else if (key.includes(':') && typeof value === 'string') meta[key] = value;
    else other[key] = value;
  }
  return { ...known, meta, other };
}
