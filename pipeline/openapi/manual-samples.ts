import type { Api } from '../../schema/config/api.ts';
import { given } from '../../schema/given.ts';
import type { Operation, Sample } from '../../schema/operation.ts';
import type { Page } from '../../schema/site.ts';
import { type ReadParameter, samplesOf } from './requests.ts';
import { fileMark } from './sample-body.ts';
import { type WrittenParameter, writtenParameters } from './written-tags.ts';
import { itemTypeOf } from './written-types.ts';

type Field = WrittenParameter['fields'][number];
type IsWanted = (field: Field) => boolean;

/**
 * Request samples of an endpoint that a page describes by hand, from the parameters in its text; none where the
 * page has its own, or no server is known.
 */
export function manualSamples(
  { file, bodyOffset }: Page,
  operation: Operation,
  { examples }: Api,
): readonly Sample[] {
  const text = file.text.slice(bodyOffset);
  if (operation.servers.length === 0 || text.includes('<RequestExample')) return [];
  const written = writtenParameters(text);
  const isWanted: IsWanted = ({ required }) => required || examples.defaults !== 'required';
  const parameters = written.flatMap((parameter): ReadParameter[] => {
    const { place, name, required, value } = parameter;
    if (place === 'body') return [];
    const shown = { name, in: place, field: { ...emptyField, name } };
    const made =
      value ?? (required && place !== 'path' ? madeParameter(parameter, isWanted) : undefined);
    const sample = made === undefined ? undefined : { value: made, way: { in: place } };
    return [{ shown, ...given({ sample }) }];
  });
  const body = written.filter((parameter) => parameter.place === 'body' && isWanted(parameter));
  const withFile = body.some(({ type }) => type === 'file');
  const example = body.length > 0 && {
    mediaType: withFile ? 'multipart/form-data' : 'application/json',
    value: madeObject(body, isWanted),
  };
  return samplesOf(
    {},
    { operation, parameters, example: example || undefined },
    examples.languages,
  );
}

const emptyField = {
  ...{ name: '', type: 'string', required: false, deprecated: false },
  ...{ readOnly: false, writeOnly: false, recursive: false },
  ...{ constraints: [], fields: [], variants: [] },
};

/** The value of a parameter that has to be there: a list has an item, since one without any is not sent. */
function madeParameter(field: Field, isWanted: IsWanted): unknown {
  const made = madeValue(field, isWanted);
  if (!Array.isArray(made) || made.length > 0) return made;
  return [madeValue({ ...field, type: itemTypeOf(field.type) || 'string' }, isWanted)];
}

function madeObject(
  fields: readonly Field[],
  isWanted: IsWanted,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.filter(isWanted).map((field) => [field.name, madeValue(field, isWanted)]),
  );
}

/** A value of a type as authors write it, from a text if there is one. */
function madeValue({ type, value: text, fields }: Field, isWanted: IsWanted): unknown {
  const bare = type.trim().toLowerCase();
  if (itemTypeOf(bare) !== undefined) {
    if (text !== undefined) return [text];
    return fields.length > 0 ? [madeObject(fields, isWanted)] : [];
  }
  if (text === undefined && fields.length > 0) return madeObject(fields, isWanted);
  if (/^(?:int|long|number|float|double|decimal)/.test(bare)) {
    const number = Number(text ?? 123);
    return Number.isNaN(number) ? text : number;
  }
  if (bare.startsWith('bool')) return text !== 'false';
  if (/^(?:object|map|record|json)\b/.test(bare)) return madeObject(fields, isWanted);
  if (bare === 'file') return fileMark;
  return text ?? '<string>';
}
