import { type ApiCode, statusOf } from './codes.ts';

/** A point in a text: `line` and `column` count from 1, `offset` (UTF-16 units) from 0. */
export interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A range in a text; `end` is the first point behind it. */
export interface Place {
  readonly start: Point;
  readonly end: Point;
}

/** `error` fails `check`, `warning` fails `check --strict`, `note` never fails anything. */
export type Severity = 'error' | 'warning' | 'note';

/**
 * Something the author of a site must mend. The fields are those of a vfile message: `source` is the
 * room that found it, `ruleId` the stable code (kebab-case, never renamed).
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
  /** What to do next, one sentence. */
  readonly note?: string;
}

/** One wrong field of a request; `path` is a dotted path or a parameter's name. */
export interface ErrorDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** Units a refused job would need, and those left this month (S1-10). */
  readonly needed?: number;
  readonly remaining?: number;
}

/** Something the client of the API must mend; `http/errors.ts` alone makes it a response (S1-02). */
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

/** The database can't be written to because its disk is full: an error of the place, not of the request. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** An error as clients see it; what is neither theirs nor the place's is a bug and stays in the log. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StorageFullError) {
    return new ApiError('STORAGE_FULL', 'The server is out of storage space. Try again later.', {
      headers: { 'Retry-After': '30' },
    });
  }
  return new ApiError('INTERNAL_ERROR', 'Something went wrong on the server.');
}
