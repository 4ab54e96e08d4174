import { type ApiCode, statusOf } from './codes.ts';

/** A position in a text: `line` and `column` start at 1, `offset` (UTF-16 units) at 0. */
export interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A range in a text; `end` is exclusive. */
export interface Place {
  readonly start: Point;
  readonly end: Point;
}

/** `error` fails `check`, `warning` fails `check --strict`, `note` never fails anything. */
export type Severity = 'error' | 'warning' | 'note';

/**
 * Something the author of a site can fix. The fields are those of a vfile message: `source` is the
 * folder of the pipeline that found it, `ruleId` the stable code (kebab-case, never renamed).
 */
export interface Problem {
  readonly severity: Severity;
  readonly source: 'config' | 'source' | 'site' | 'openapi' | 'translate' | 'search' | 'output';
  readonly ruleId: string;
  /** Path of the file relative to the site's folder, with forward slashes; '' for the site itself. */
  readonly file: string;
  readonly place?: Place;
  /** One sentence: what was found, and what was expected. */
  readonly reason: string;
  readonly actual?: string;
  readonly expected?: readonly string[];
  /** How to fix it, one sentence. */
  readonly note?: string;
}

/** One invalid field of a request; `path` is a dotted path or a parameter name. */
export interface ErrorDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** Units that a rejected job would need, and those left this month. */
  readonly needed?: number;
  readonly remaining?: number;
}

/** Something the client of the API can fix; only `http/errors.ts` turns it into a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ApiCode,
    message: string,
    options: {
      readonly status?: number;
      readonly details?: readonly ErrorDetail[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.status = options.status ?? statusOf[code];
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}

/**
 * The database can't be written because its disk is full: an error of the environment, not of the
 * request.
 */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** Object storage does not answer, or refuses: an error of the environment that passes. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError';
}

/** Seconds after which a client may ask again for what object storage did not give. */
export const storageRetryAfter = 5;

/** An error as clients see it; bugs are hidden and stay in the log. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StorageFullError) {
    return new ApiError('STORAGE_FULL', 'The server is out of storage space. Try again later.', {
      headers: { 'Retry-After': '30' },
    });
  }
  if (error instanceof StorageAwayError) {
    return new ApiError(
      'UNAVAILABLE',
      'The storage of deployments is not available. Try again shortly.',
      {
        headers: { 'Retry-After': String(storageRetryAfter) },
      },
    );
  }
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on the server.');
}

/** The message of an error, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
