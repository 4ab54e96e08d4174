import type { FormInput, FormRequirement, RequestForm } from '../../../schema/form.ts';
import { given } from '../../../schema/given.ts';
import { numberOf } from '../exact-json.ts';
import { defined } from '../json.ts';
import { isBinary } from '../sample-body.ts';
import { bodyTypeOf } from '../written-body.ts';
import { allowsNull, itemTypeOf, jsonOf, objectWords, withoutNull } from '../written-types.ts';

/** A `ParamField` of a page, with those in it. */
export interface WrittenField {
  /** Where the value goes; a field in another has no place of its own. */
  readonly place?: 'path' | 'query' | 'header' | 'cookie' | 'body' | undefined;
  readonly name: string;
  /** As an author writes it: `string`, `integer`, `string[]`, `enum<string>`, `file`. */
  readonly type?: string | undefined;
  readonly required: boolean;
  readonly default?: unknown;
  readonly placeholder?: string | undefined;
  readonly fields: readonly WrittenField[];
}

type Named = FormInput & { readonly name: string };

/**
 * The form with the fields that the page's text names. Parameters of the path that the text leaves out are asked
 * for as well. A body is of the type that the front matter says, or a field for the header of its type.
 */
export function withFields(
  form: RequestForm,
  fields: readonly WrittenField[],
  {
    prefill,
    contentType,
  }: { readonly prefill: boolean; readonly contentType?: string | undefined },
): RequestForm {
  const named = fields.filter((field) => field.place !== undefined && field.name !== '');
  const body = named
    .filter((field) => field.place === 'body')
    .map((field) => inputOf(field, prefill));
  const written = named.flatMap((field) =>
    field.place === undefined ||
    field.place === 'body' ||
    (body.length > 0 && isContentType(field.place, field.name))
      ? []
      : [{ in: field.place, input: inputOf(field, prefill) }],
  );
  const known = new Set(written.filter((one) => one.in === 'path').map((one) => one.input.name));
  const missing = [...form.path.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.has(name))
    .map((name) => ({
      in: 'path' as const,
      input: { name, required: true as const, kind: 'text' as const },
    }));
  const header = named.find((field) => isContentType(field.place, field.name));
  const headerType = header?.default ?? header?.placeholder;
  const mediaType = bodyTypeOf(
    contentType ?? (typeof headerType === 'string' ? headerType : undefined),
    body.some((input) => (input.kind === 'list' ? input.item : input).kind === 'file'),
  );
  return {
    ...form,
    security: form.security.filter((way) => !way.some((use) => isWritten(form, use, named))),
    parameters: [...missing, ...written],
    // Browsers refuse to send a body with these methods.
    ...(body.length === 0 || /^(GET|HEAD)$/.test(form.method)
      ? {}
      : {
          body: {
            required: body.some((input) => input.required),
            contents: [
              {
                mediaType,
                input: isBinary(mediaType)
                  ? { kind: 'file' as const }
                  : { kind: 'object' as const, fields: body },
              },
            ],
          },
        }),
  };
}

/** What a body is, it says itself: its header is no parameter. */
export function isContentType(place: WrittenField['place'], name: string): boolean {
  return place === 'header' && name.toLowerCase() === 'content-type';
}

/** Whether the text has the header of a scheme itself, which then replaces the scheme. */
function isWritten(
  { schemes }: RequestForm,
  { scheme: name }: FormRequirement,
  fields: readonly WrittenField[],
): boolean {
  const scheme = schemes[name];
  const header = scheme?.type === 'apiKey' ? scheme.parameter : 'authorization';
  return fields.some(
    (field) => field.place === 'header' && field.name.toLowerCase() === header.toLowerCase(),
  );
}

function inputOf(field: WrittenField, prefill: boolean): Named {
  const { name, type = 'string', required } = field;
  const value = field.default ?? (prefill ? field.placeholder : undefined);
  const kind = kindOf(type.trim(), field, prefill);
  const isInBody = field.place === undefined || field.place === 'body';
  const json = typeof value === 'string' ? jsonOf(value, type) : value;
  return defined({
    name,
    required: required || field.place === 'path' ? (true as const) : undefined,
    nullable: isInBody && allowsNull(type) ? (true as const) : undefined,
    value: json === undefined && typeof value === 'string' ? typed(value, kind) : json,
    ...kind,
  }) as Named;
}

/** The value that a text in an attribute means. */
function typed(text: string, input: FormInput): unknown {
  switch (input.kind) {
    case 'boolean':
      return text === 'true';
    case 'number':
    case 'integer':
      return text.trim() === '' ? undefined : numberOf(text);
    case 'list': {
      const item = typed(text, input.item);
      return item === undefined ? undefined : [item];
    }
    default:
      return input.kind === 'text' || input.kind === 'choice' ? text : undefined;
  }
}

function kindOf(written: string, field: WrittenField, prefill: boolean): FormInput {
  const type = withoutNull(written);
  const texts = type.split('|').map((part) => /^\s*(["'])(.*)\1\s*$/.exec(part)?.[2]);
  if (texts.every((text) => text !== undefined)) return { kind: 'choice', options: texts };
  const item = itemTypeOf(type);
  if (item !== undefined) return { kind: 'list', item: kindOf(item || 'string', field, prefill) };
  const [, bare = type, format] = /^(\w+)<([\w-]+)>$/.exec(type) ?? [];
  const nested = field.fields.filter((one) => one.name !== '');
  if (nested.length > 0) {
    return { kind: 'object', fields: nested.map((one) => inputOf(one, prefill)) };
  }
  if (/^(bool|boolean)$/i.test(bare)) return { kind: 'boolean' };
  if (/^(int|integer|int32|int64|long)$/i.test(bare)) return { kind: 'integer' };
  if (/^(number|float|double|decimal)$/i.test(bare)) return { kind: 'number' };
  if (/^(file|binary)$/i.test(bare) || format === 'binary') return { kind: 'file' };
  if (objectWords.test(type)) return { kind: 'json' };
  if (/^(date|date-time|datetime|email|uri|url|uuid|password|time)$/i.test(bare)) {
    return { kind: 'text', format: /^datetime$/i.test(bare) ? 'date-time' : bare.toLowerCase() };
  }
  return { kind: 'text', ...given({ format }) };
}
