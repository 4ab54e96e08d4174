import type { JsonSchema } from '../json-schema.ts';
import { configSchema } from './schema.ts';

/**
 * Text of `schema/docs.schema.json`: the schema for editors, which describes and completes every
 * field.
 */
export function publishedSchema(): string {
  return `${JSON.stringify(publish(configSchema), null, 2)}\n`;
}

/** Formats that only Docent supports, and an equivalent for other validators. */
const ownFormats: Readonly<Record<string, string | undefined>> = {
  'web-url': 'uri',
  'css-color': undefined,
  'css-ground': undefined,
  'css-lengths': undefined,
  'css-border': undefined,
};

function publish(schema: JsonSchema): unknown {
  const published: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'expects') {
      // Editors show this instead of the pattern.
      if (schema.pattern !== undefined) published.patternErrorMessage = `Expected ${value}.`;
    } else if (key === 'format' && Object.hasOwn(ownFormats, value)) {
      if (ownFormats[value] !== undefined) published.format = ownFormats[value];
    } else if (key === 'properties' || key === '$defs') {
      const fields = Object.entries(value as Record<string, JsonSchema>);
      published[key] = Object.fromEntries(fields.map(([name, field]) => [name, publish(field)]));
    } else if (key === 'items' || key === 'additionalProperties' || key === 'propertyNames') {
      published[key] = typeof value === 'object' ? publish(value) : value;
    } else if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') {
      published[key] = (value as readonly JsonSchema[]).map(publish);
    } else published[key] = value;
  }
  return published;
}
