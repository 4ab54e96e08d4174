import { asList, asObject, asText, type Json } from './json.ts';
import { describedAs } from './text.ts';

/** Most values of a field of which a page says what they mean. */
const most = 100;

/** The part of a schema that says something of its values. */
interface Described {
  readonly enum?: readonly unknown[];
  readonly constants?: readonly Json[];
  /** All keywords. */
  readonly words: Json;
}

/** What a value means: the name of a number, and a text. */
interface Meaning {
  readonly value: unknown;
  readonly name?: string | undefined;
  readonly text?: string | undefined;
}

/**
 * The alternatives of a schema, where each is a constant: JSON Schema describes the values of an enumeration so.
 * Undefined where they are anything else.
 */
export function constantsOf(
  alternatives: readonly { readonly place: { readonly value: unknown } }[],
): readonly Json[] | undefined {
  if (alternatives.length < 2) return undefined;
  const constants = alternatives.map(({ place }) => asObject(place.value));
  const isConstant = (one: Json | undefined): one is Json =>
    one !== undefined && 'const' in one && typeof one.const !== 'object';
  return constants.every(isConstant) ? constants : undefined;
}

/** The description of a field, and below it a list of what its values mean, where that is written. */
export function withMeanings(
  description: string | undefined,
  schema: Described,
): string | undefined {
  const rows = meaningsOf(schema)
    .map(rowOf)
    .filter((row) => row !== undefined)
    .slice(0, most);
  if (rows.length === 0) return description;
  return [...(description === undefined ? [] : [description.trimEnd(), '']), ...rows].join('\n');
}

function meaningsOf({ enum: values = [], constants, words }: Described) {
  if (constants) {
    return constants.map((one): Meaning => {
      const [title, text] = [asText(one.title), describedAs(one.description)];
      return { value: one.const, name: text && title, text: text ?? title };
    });
  }
  const written = words['x-enumDescriptions'] ?? words['x-enum-descriptions'];
  const names = asList(words['x-enum-varnames'] ?? words['x-enumNames']);
  if (written === undefined && names.length === 0) return [];
  // Texts and names of a list are in the order in which the values are written.
  const places = new Map(asList(words.enum).map((value, index) => [value, index]));
  return values.map((value): Meaning => {
    const index = places.get(value) ?? -1;
    const text = describedAs(asObject(written)?.[String(value)] ?? asList(written)[index]);
    // A name of a word is one of generated code.
    const name = typeof value === 'number' ? asText(names[index]) : undefined;
    return { value, name: text && name, text: text ?? name };
  });
}

/** An entry of a Markdown list; undefined where there is nothing to say, or the value is not one word of code. */
function rowOf({ value, name, text }: Meaning): string | undefined {
  const code = value === '' ? '""' : String(value);
  if (text === undefined || /[`\n]/.test(code)) return undefined;
  const head = name === undefined ? `\`${code}\`` : `\`${code}\` (${name})`;
  return `- ${head}: ${text.trim().replace(/\r\n?|\n/g, '\n  ')}`;
}
