import type { DetailCode } from '../../schema/detail-codes.ts';
import { ApiError, type ErrorDetail, messageOf } from '../../schema/errors.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { pointerAsPath, shorten } from '../../schema/pointer.ts';
import { validate } from '../../schema/validate.ts';

/** Largest body in bytes unless an endpoint says otherwise. */
const bodyLimit = 1024 * 1024;

/** Largest body of reader requests without a key: 2,000 characters, in any escaping, and ids. */
export const readerBodyLimit = 32 * 1024;
/** Maximum levels and keys of a body: far more than any operation of the API needs. */
const deepest = 64;
const mostKeys = 1000;

/** Reads a JSON body as text and value; 415, 413 or 400 if it is invalid. */
export async function readJson(
  request: Request,
  { limit = bodyLimit, keys = mostKeys }: { readonly limit?: number; readonly keys?: number } = {},
): Promise<{ readonly text: string; readonly value: unknown }> {
  refuseMediaType(request);
  const length = Number(request.headers.get('content-length') ?? '0');
  if (length > limit) throw tooLarge(limit);
  const bytes = await readBytes(request, limit).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw invalid('', 'incomplete-body', 'The request body was cut off');
  });
  if (bytes.length === 0) throw invalid('', 'missing-body', 'Missing body, expected a JSON object');
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('', 'malformed-text', 'The body is not valid UTF-8');
  }
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid('', 'malformed-json', `The body is not valid JSON: ${messageOf(error)}`);
  }
  refuseBadValue(value, keys);
  return { text, value };
}

/** Reads a body of bytes as it arrives, unpacked if it is compressed; 415 or 413 if it is invalid. */
export async function* streamBytes(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const type = request.headers.get('content-type') ?? '';
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (type !== 'application/octet-stream' || !/^(identity|gzip)$/.test(encoding)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Unexpected ${type === 'application/octet-stream' ? `Content-Encoding "${encoding}"` : `Content-Type "${type}"`}, expected application/octet-stream, uncompressed or with gzip.`,
    );
  }
  const body =
    encoding === 'gzip'
      ? request.body.pipeThrough(new DecompressionStream('gzip') as GzipStream)
      : request.body;
  let size = 0;
  try {
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > limit) throw tooLarge(limit);
      yield part;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalid('', 'incomplete-body', 'The request body was cut off, or is not valid gzip');
  }
}

type GzipStream = ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

/** Checks a value against a schema; 400 with every mistake in `details`. */
export function check(schema: JsonSchema, value: unknown): void {
  const violations = validate(schema, value);
  if (violations.length === 0) return;
  const details = violations.slice(0, 100).map(
    (violation): ErrorDetail => ({
      path: violation.pointer === '' ? (violation.missing ?? '') : pointerAsPath(violation.pointer),
      code: violation.ruleId,
      message: violation.note ? `${violation.reason}. ${violation.note}` : violation.reason,
    }),
  );
  throw new ApiError('VALIDATION_ERROR', `${details[0]?.message ?? 'Invalid request'}`, {
    details,
  });
}

/** 400 for one mistake of a field or parameter. */
export function invalid(path: string, code: DetailCode, message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { details: [{ path, code, message }] });
}

/**
 * Rejects hostile bodies before further processing: too many keys or levels; and characters that a
 * database can't store: the null character, and unpaired surrogates.
 */
export function refuseBadValue(value: unknown, most: number = mostKeys): void {
  let keys = 0;
  const look = (part: unknown, path: string, depth: number): void => {
    if (typeof part === 'string') {
      if (part.includes('\0') || !part.isWellFormed()) {
        throw invalid(path, 'bad-text', 'Unexpected character: U+0000 or an unpaired surrogate');
      }
      return;
    }
    if (typeof part !== 'object' || part === null) return;
    if (depth === deepest) throw invalid(path, 'too-deep', `Nested deeper than ${deepest} levels`);
    if (Array.isArray(part)) {
      part.forEach((entry, index) => {
        look(entry, path === '' ? `${index}` : `${path}.${index}`, depth + 1);
      });
      return;
    }
    for (const key in part) {
      if (++keys > most) throw invalid('', 'too-many-keys', `More than ${most} keys`);
      look(key, path, depth);
      const entry = (part as Readonly<Record<string, unknown>>)[key];
      look(entry, path === '' ? shorten(key) : `${path}.${shorten(key)}`, depth + 1);
    }
  };
  look(value, '', 0);
}

function refuseMediaType(request: Request): void {
  const type = request.headers.get('content-type') ?? '';
  const isJson = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(
    type.trim(),
  );
  const encoding = request.headers.get('content-encoding');
  if (isJson && (encoding === null || encoding === 'identity')) return;
  throw new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Unexpected ${isJson ? `Content-Encoding "${encoding}"` : `Content-Type "${type}"`}, expected an uncompressed body of type application/json.`,
  );
}

/** Reads a body of at most `limit` bytes; 413 if it is larger. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > limit) throw tooLarge(limit);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes.`);
}
