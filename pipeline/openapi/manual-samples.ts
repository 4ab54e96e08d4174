import type { Api } from '../../schema/config/api.ts';
import { given } from '../../schema/given.ts';
import type { Operation, Sample } from '../../schema/operation.ts';
import type { Page } from '../../schema/site.ts';
import { type ReadParameter, samplesOf } from './requests.ts';
import { fileMark } from './sample-body.ts';
import { type WrittenParameter, writtenParameters } from './written-tags.ts';

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
  const wanted = ({ required }: WrittenParameter) => required || examples.defaults !== 'required';
  const parameters = written.flatMap(({ place, name, required, type, value }): ReadParameter[] => {
    if (place === 'body') return [];
    const shown = { name, in: place, field: { ...emptyField, name } };
    const made = value ?? (required && place !== 'path' ? String(madeValue(type)) : undefined);
    const sample = made === undefined ? undefined : { value: made, way: { in: place } };
    return [{ shown, ...given({ sample }) }];
  });
  const body = written.filter((parameter) => parameter.place === 'body' && wanted(parameter));
  const withFile = body.some(({ type }) => type === 'file');
  const example = body.length > 0 && {
    mediaType: withFile ? 'multipart/form-data' : 'application/json',
    value: Object.fromEntries(body.map(({ name, type, value }) => [name, madeValue(type, value)])),
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

/** A value of a type as authors write it, from a text if there is one. */
function madeValue(type: string, text?: string): unknown {
  const bare = type.trim().toLowerCase();
  if (bare.endsWith('[]') || /^(?:array|list)\b/.test(bare)) {
    return text === undefined ? [] : [text];
  }
  if (/^(?:int|long|number|float|double|decimal)/.test(bare)) {
    const number = Number(text ?? 123);
    return Number.isNaN(number) ? text : number;
  }
  if (bare.startsWith('bool')) return text !== 'false';
  if (/^(?:object|map|record|json)\b/.test(bare)) return {};
  if (bare === 'file') return fileMark;
  return text ?? '<string>';
}
