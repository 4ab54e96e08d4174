import type { Api } from '../../schema/config/api.ts';
import { given } from '../../schema/given.ts';
import type { Operation, Sample } from '../../schema/operation.ts';
import type { Page } from '../../schema/site.ts';
import { numberOf } from './exact-json.ts';
import { isContentType } from './form/written-fields.ts';
import { type ReadParameter, samplesOf } from './requests.ts';
import { fileMark } from './sample-body.ts';
import { bodyTypeOf } from './written-body.ts';
import { type WrittenParameter, writtenParameters } from './written-tags.ts';
import { itemTypeOf, jsonOf, objectWords, withoutNull } from './written-types.ts';
import { isXml, xmlOf } from './xml-example.ts';

type Field = WrittenParameter['fields'][number];
type IsWanted = (field: Field) => boolean;

/**
 * Request samples of an endpoint that a page describes by hand, from the parameters in its text; none where the
 * page has its own, or no server is known.
 */
export function manualSamples(
  { file, bodyOffset, frontmatter }: Page,
  operation: Operation,
  { examples }: Api,
): readonly Sample[] {
  const text = file.text.slice(bodyOffset);
  if (operation.servers.length === 0 || text.includes('<RequestExample')) return [];
  const written = writtenParameters(text);
  const isWanted: IsWanted = ({ required }) => required || examples.defaults !== 'required';
  const parameters = written.flatMap((parameter): ReadParameter[] => {
    const { place, name } = parameter;
    if (place === 'body') return [];
    const shown = { name, in: place, field: { ...emptyField, name } };
    const isSent = parameter.required || examples.defaults === 'all';
    const value = isWanted(parameter) ? parameterValue(parameter, isSent, isWanted) : undefined;
    const sample = value === undefined ? undefined : { value, way: { in: place } };
    return [{ shown, ...given({ sample }) }];
  });
  const body = written.filter((parameter) => parameter.place === 'body' && isWanted(parameter));
  const hasFile = body.some(({ type }) => (itemTypeOf(type) ?? type) === 'file');
  const header = written.find(({ place, name }) => isContentType(place, name));
  const mediaType = bodyTypeOf(frontmatter.contentType ?? header?.value, hasFile);
  const made = madeObject(body, isWanted);
  const example = body.length > 0 && { mediaType, value: isXml(mediaType) ? xmlOf(made) : made };
  // What a body is, it says itself.
  const sent = example
    ? parameters.filter(({ shown }) => !isContentType(shown.in, shown.name))
    : parameters;
  return samplesOf(
    {},
    { operation, parameters: sent, example: example || undefined },
    examples.languages,
  );
}

const emptyField = {
  ...{ name: '', type: 'string', required: false, deprecated: false },
  ...{ readOnly: false, writeOnly: false, recursive: false },
  ...{ constraints: [], fields: [], variants: [] },
};

/** The value of a parameter, if it has one or has to be there. An empty list and null are not sent. */
function parameterValue(parameter: WrittenParameter, isSent: boolean, isWanted: IsWanted): unknown {
  const { place, type, value: text } = parameter;
  if (text !== undefined) {
    const json = jsonOf(text, type);
    return json === undefined ? text : (json ?? undefined);
  }
  if (!isSent || place === 'path') return undefined;
  const made = madeValue(parameter, isWanted);
  return Array.isArray(made) && made.length === 0 ? [itemOf(parameter, isWanted)] : made;
}

function itemOf(field: Field, isWanted: IsWanted): unknown {
  return madeValue({ ...field, type: itemTypeOf(field.type) || 'string' }, isWanted);
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
function madeValue(field: Field, isWanted: IsWanted): unknown {
  const { type, value: text, fields } = field;
  const bare = withoutNull(type).toLowerCase();
  const json = text === undefined ? undefined : jsonOf(text, type);
  if (json !== undefined) return json;
  if (itemTypeOf(bare) !== undefined) {
    const isShown = text !== undefined || fields.length > 0 || itemTypeOf(bare) === 'file';
    return isShown ? [itemOf(field, isWanted)] : [];
  }
  if (objectWords.test(bare) || (text === undefined && fields.length > 0)) {
    return madeObject(fields, isWanted);
  }
  if (/^(?:int|long|number|float|double|decimal)/.test(bare)) {
    return text === undefined ? 123 : (numberOf(text) ?? text);
  }
  if (bare.startsWith('bool')) return text !== 'false';
  if (bare === 'file') return fileMark;
  return text ?? '<string>';
}
