import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What is wrong with the signature of a request to AWS (version 4); undefined when it is right. */
export function signatureTrouble(
  { method = '', url = '', headers }: IncomingMessage,
  body: Uint8Array,
  secret: string,
): string | undefined {
  const named =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, , day = '', region = '', signed = '', signature] =
    named.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined) return 'AccessDenied';
  const content = String(headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(content) && content !== sha256(body))
    return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .sort()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed,
    content,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    `AWS4${secret}`,
  );
  const right = createHmac('sha256', key).update(text).digest('hex');
  return right === signature ? undefined : 'SignatureDoesNotMatch';
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
