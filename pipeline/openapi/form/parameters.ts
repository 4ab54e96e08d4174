import type { FormInput, FormParameter } from '../../../schema/form.ts';
import { given } from '../../../schema/given.ts';
import { asText, defined, type Json, objectEntries } from '../json.ts';
import { exampleValue } from '../media-types.ts';
import { unpacked } from '../packed-json.ts';
import type { References } from '../references.ts';
import { type Place, readSchema } from '../schema.ts';
import { hintOf } from './hint.ts';
import { type InputContext, inputOf } from './inputs.ts';

/** A parameter of an operation, with references followed. */
export interface FoundParameter {
  readonly name: string;
  readonly in: FormParameter['in'];
  readonly value: Json;
  readonly file: string;
}

const styles = ['label', 'matrix', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;

/** What a form asks for each parameter. */
export function formParameters(
  found: readonly FoundParameter[],
  context: Omit<InputContext, 'nulls'>,
): readonly FormParameter[] {
  return found.map((parameter) => formParameter(parameter, context));
}

function formParameter(
  { name, in: place, value, file }: FoundParameter,
  context: Omit<InputContext, 'nulls'>,
): FormParameter {
  const { prefill, references } = context;
  const content = objectEntries(value.content)[0]?.[1];
  const required = place === 'path' || value.required === true;
  const schema = { value: value.schema ?? content?.schema ?? {}, file };
  const asked = inputOf(schema, { name, required }, { ...context, nulls: content !== undefined });
  const input = content ? asked : sentInput(plainInput(asked, schema, references));
  const example = exampleOfParameter(value, file, references);
  const filled = prefill.examples && (required || prefill.fields === 'all');
  const hint = hintOf(asText(value.description));
  return {
    in: place,
    input: {
      ...input,
      ...(value.deprecated === true ? { deprecated: true } : {}),
      ...given({ hint }),
      ...(filled && example !== undefined ? { value: example } : {}),
    } as FormInput & { readonly name: string },
    ...wayOf(value, place),
  };
}

/** How the values of a parameter are written. */
export function wayOf(
  value: Json,
  place: FormParameter['in'],
): Omit<FormParameter, 'in' | 'input'> {
  const style = styles.find((one) => one === value.style);
  return defined({
    style,
    explode: explodeOf(value, place, style),
    json: objectEntries(value.content).length > 0 ? true : undefined,
    allowReserved: value.allowReserved === true ? true : undefined,
  });
}

/** Text is all that an address or a header can hold of a number or a string, or of whatever it is. */
function plainInput(asked: FormInput, schema: Place, references: References): FormInput {
  if (asked.kind !== 'json') return asked;
  const { types } = readSchema(schema, references);
  const isNested = types.includes('object') || types.includes('array');
  return isNested ? asked : ({ ...asked, kind: 'text' } as FormInput);
}

/** A list without items is not sent: one that is required has to have some. */
function sentInput(input: FormInput): FormInput {
  if (input.kind !== 'list' || !input.required) return input;
  return { ...input, min: Math.max(1, input.min ?? 0) };
}

/** The example of a parameter, its content, or the first of several. */
export function exampleOfParameter(value: Json, file: string, references: References): unknown {
  const content = objectEntries(value.content)[0]?.[1];
  const written =
    value.example ??
    content?.example ??
    objectEntries(value.examples)
      .map(([, item]) => exampleValue(references.follow(item, file)?.value ?? {}))
      .find((item) => item !== undefined);
  if (!content) return written;
  return unpacked(written, readSchema({ value: content.schema ?? {}, file }, references).types);
}

/** `explode` where it is not what the style has anyway. */
function explodeOf({ explode }: Json, place: string, style: string | undefined) {
  const usual = style === undefined && (place === 'query' || place === 'cookie');
  return typeof explode === 'boolean' && explode !== usual ? explode : undefined;
}
