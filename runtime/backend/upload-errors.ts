import { UploadError } from '../../pipeline/output/uploads.ts';
import { ApiError, StorageFullError } from '../../schema/errors.ts';
import { invalid } from '../http/body.ts';

/** More bytes than the plan has room for. */
export function tooMuch(what: string, needed: number, limit: number): ApiError {
  const message = `${what}; the plan allows ${limit}.`;
  return new ApiError('LIMIT_EXCEEDED', message, {
    details: [{ path: 'files', code: 'storage', message, needed, remaining: limit }],
  });
}

/** What goes wrong on the disk, as clients see it. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFullError();
    if (code === 'LOCKED') {
      throw new ApiError('CONFLICT', 'Another deployment is being published. Try again shortly.');
    }
    if (error instanceof UploadError) throw uploadProblem(error);
    throw error;
  }
}

function uploadProblem({ code, message }: UploadError): ApiError {
  switch (code) {
    case 'base':
      return conflict('base-gone', `${message} Start another upload.`);
    case 'missing':
      return conflict('missing-blocks', `${message}. Send them, then publish again.`);
    default:
      return invalid('', 'wrong-content', message);
  }
}

/** What another request has changed meanwhile. */
export function conflict(code: string, message: string): ApiError {
  return new ApiError('CONFLICT', message, { details: [{ path: '', code, message }] });
}
