import type { ErrorCode, ErrorDetail } from './models.ts';

/** A request that the server refused or could not answer. */
export class DocentError extends Error {
  override readonly name: string = 'DocentError';
  /** Code of the API; `UNKNOWN` if something in front of the server answered. */
  readonly code: ErrorCode | 'UNKNOWN' | 'CONNECTION_FAILED' | 'TIMEOUT';
  /** Status of the response; 0 without one. */
  readonly status: number;
  /** Identifies the request in the log of the server; empty without a response of the server. */
  readonly requestId: string;
  /** What is wrong with the request, field by field. */
  readonly details: readonly ErrorDetail[];

  constructor(
    message: string,
    fields: {
      readonly code: DocentError['code'];
      readonly status: number;
      readonly requestId?: string;
      readonly details?: readonly ErrorDetail[];
      readonly cause?: unknown;
    },
  ) {
    super(message, fields.cause === undefined ? {} : { cause: fields.cause });
    this.code = fields.code;
    this.status = fields.status;
    this.requestId = fields.requestId ?? '';
    this.details = fields.details ?? [];
  }
}

/** No response came: the server can't be reached, the connection broke, or time ran out. */
export class DocentConnectionError extends DocentError {
  override readonly name = 'DocentConnectionError';

  constructor(message: string, code: 'CONNECTION_FAILED' | 'TIMEOUT', cause: unknown) {
    super(message, { code, status: 0, cause });
  }
}

/** The error that a response means. */
export function errorOf(response: Response, text: string): DocentError {
  const requestId = response.headers.get('x-request-id') ?? '';
  const { status } = response;
  const error = errorIn(text);
  if (error === undefined) {
    const from = response.headers.get('content-type') ?? 'no type';
    const message = `The server responded with status ${status} and content of ${from}.`;
    return new DocentError(message, { code: 'UNKNOWN', status, requestId });
  }
  const { code, message, details = [] } = error;
  return new DocentError(message, {
    code,
    status,
    requestId: error.requestId ?? requestId,
    details,
  });
}

interface ErrorFields {
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId?: string;
  readonly details?: readonly ErrorDetail[];
}

function errorIn(text: string): ErrorFields | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<ErrorFields> };
    const isOurs = typeof error?.code === 'string' && typeof error.message === 'string';
    return isOurs ? (error as ErrorFields) : undefined;
  } catch {
    return undefined;
  }
}
