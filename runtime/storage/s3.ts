import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NoSuchKey, S3 } from '@aws-sdk/client-s3';
import { messageOf, StorageAwayError } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { StorageSettings } from '../settings/environment.ts';
import type { Listed, Objects } from './objects.ts';

/**
 * Milliseconds for an answer, and for each further megabyte of it. A reader waits for what is read; one write of
 * many that fails has a deployment sent again as a whole.
 */
const patience = { read: 5000, write: 20_000, megabyte: 2000 } as const;

/** Milliseconds after a failure in which others don't read: a reader should not wait for each of them. */
const grudge = 1000;

/** Opens a bucket; this file is loaded with the setting alone, and the package with it. */
export function openS3(settings: StorageSettings, now: () => number = Date.now): Objects {
  const { bucket: Bucket, prefix } = settings;
  const client = clientOf(settings);
  const { request, trouble } = createRequests(now);
  const keyOf = (key: string) => (prefix === '' ? key : `${prefix}/${key}`);
  const bodyOf = async (key: string, abortSignal: AbortSignal) =>
    (await client.getObject({ Bucket, Key: keyOf(key) }, { abortSignal })).Body;

  async function* pagesOf(below: string): AsyncGenerator<readonly Listed[]> {
    for (let token: string | undefined; ; ) {
      const page = { Bucket, Prefix: keyOf(below), ...given({ ContinuationToken: token }) };
      const found = await request((abortSignal) => client.listObjectsV2(page, { abortSignal }));
      yield (found?.Contents ?? []).map(({ Key = '', LastModified }) => ({
        key: Key.slice(keyOf('').length),
        changedAt: LastModified?.getTime() ?? now(),
      }));
      token = found?.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  return {
    get: (key) => request(async (signal) => (await bodyOf(key, signal))?.transformToByteArray()),
    download: async (key, file) => {
      const copy = async (signal: AbortSignal) => {
        const body = await bodyOf(key, signal);
        await pipeline(body as Readable, createWriteStream(file), { signal });
        return true;
      };
      return (await request(copy, { bytes: 500 * 2 ** 20 })) === true;
    },
    put: async (key, content) => {
      const isHeld = content instanceof Uint8Array;
      const bytes = isHeld ? content.length : content.size;
      const object = { Bucket, Key: keyOf(key), ContentLength: bytes };
      const send = (abortSignal: AbortSignal) => {
        const Body = isHeld ? content : content.stream();
        return client.putObject({ ...object, Body }, { abortSignal });
      };
      await request(send, { bytes, isWrite: true });
    },
    list: async (below) => {
      const found: Listed[] = [];
      for await (const page of pagesOf(below)) found.push(...page);
      return found;
    },
    remove: async (keys) => {
      for (let at = 0; at < keys.length; at += 1000) {
        const Objects = keys.slice(at, at + 1000).map((key) => ({ Key: keyOf(key) }));
        const removal = { Bucket, Delete: { Objects, Quiet: true } };
        await request((abortSignal) => client.deleteObjects(removal, { abortSignal }), {
          isWrite: true,
        });
      }
    },
    probe: async () => {
      const one = { Bucket, Prefix: keyOf('sites/'), MaxKeys: 1 };
      await request((abortSignal) => client.listObjectsV2(one, { abortSignal }), {
        isProbe: true,
      });
    },
    trouble,
    close: () => client.destroy(),
  };
}

function clientOf({ endpoint, region, pathStyle }: StorageSettings): S3 {
  return new S3({
    // Without any of these variables or files, the package would throw with the first request.
    region: region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: pathStyle,
    maxAttempts: 2,
    // Blocks are named by their hash, which is verified; hosts other than AWS reject further checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: { maxSockets: 64, keepAlive: true },
      httpsAgent: { maxSockets: 64, keepAlive: true },
    },
  });
}

/** Runs requests, each within its time; for a moment after one has failed, those that read fail at once. */
function createRequests(now: () => number) {
  let trouble: { readonly message: string; readonly at: number } | undefined;
  /** Undefined when there is no such object. */
  const request = async <T>(
    work: (signal: AbortSignal) => Promise<T>,
    { bytes = 0, isProbe = false, isWrite = false } = {},
  ): Promise<T | undefined> => {
    const isTried = isProbe || isWrite;
    if (trouble && !isTried && now() - trouble.at < grudge) throw away(trouble.message);
    const time = patience[isWrite ? 'write' : 'read'] + (bytes / 2 ** 20) * patience.megabyte;
    try {
      const result = await work(AbortSignal.timeout(Math.ceil(time)));
      trouble = undefined;
      return result;
    } catch (error) {
      if (error instanceof NoSuchKey || (error as Error).name === 'NotFound') {
        trouble = undefined;
        return undefined;
      }
      const isLate = ['AbortError', 'TimeoutError'].includes((error as Error).name);
      const message = isLate ? 'it does not answer in time' : messageOf(error);
      trouble = { message, at: now() };
      throw away(message);
    }
  };
  return { request, trouble: () => trouble?.message };
}

function away(message: string): StorageAwayError {
  return new StorageAwayError(`Object storage is not available: ${message}`);
}
