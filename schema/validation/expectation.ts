import type { JsonSchema } from '../json-schema.ts';
import { resolve, typesOf } from './shape.ts';
import { show } from './show.ts';

/** The expectation of a schema, in words. */
export function expectation(schema: JsonSchema, root: JsonSchema): string {
  const target = resolve(schema, root);
  if (target.expects !== undefined) return target.expects;
  if (target.const !== undefined) return show(target.const);
  if (target.enum !== undefined) return `one of ${target.enum.map(String).join(', ')}`;
  const union = target.anyOf ?? target.oneOf;
  if (union !== undefined) {
    return [...new Set(union.map((branch) => expectation(branch, root)))].join(' or ');
  }
  if (target.format !== undefined) return formatWords[target.format] ?? `a ${target.format}`;
  const types = [...typesOf(target, root)];
  return types.length > 6 ? 'a value' : types.map((type) => typeWords[type] ?? type).join(' or ');
}

const formatWords: Readonly<Record<string, string>> = {
  'css-color': 'a CSS colour such as "#0d9373" or "rgb(13 147 115)"',
  'css-ground':
    'a CSS colour or gradient such as "linear-gradient(90deg, #fff, #0d9373)", or the path of an image',
  'css-lengths': 'one to four CSS lengths such as "8px"',
  'css-border': 'a CSS border such as "1px solid #e5e5e5"',
  'web-url': 'a URL that starts with https:// or http://',
  uri: 'a URL',
  email: 'an email address',
  date: 'a date such as "2027-01-31"',
  'date-time': 'a date and time such as "2027-01-31T12:00:00Z"',
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};
