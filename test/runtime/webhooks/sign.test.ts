import { describe, expect, test } from 'vitest';
import { verify, WebhookVerificationError } from '../../../packages/webhooks/verify.ts';
import { deliveryHeaders, standardSecret } from '../../../runtime/webhooks/sign.ts';
import { verifiers } from '../../support/verifiers.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"id":"evt_1","type":"page.updated","data":{"diff":"é\\n+ü 漢字"}}';
const seconds = Math.floor(Date.now() / 1000);

function signed(overrides: Partial<Parameters<typeof deliveryHeaders>[0]> = {}) {
  return deliveryHeaders({
    body,
    secrets: [secret],
    timestamp: seconds,
    deliveryId: 'dlv_1',
    eventType: 'page.updated',
    service: 'Docent',
    bodyOnly: true,
    ...overrides,
  });
}

const attempt = async (run: () => unknown) => {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
};

describe.each(Object.entries(verifiers))('the verifier of %s', (_name, verifier) => {
  test('accepts a delivery as it was sent', async () => {
    expect(await attempt(() => verifier(body, signed(), secret))).toBe(true);
  });

  test('refuses it after a change of one byte anywhere in the body', async () => {
    for (let at = 0; at < body.length; at += 7) {
      const changed = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`;
      expect(await attempt(() => verifier(changed, signed(), secret))).toBe(false);
    }
  });

  test('refuses it under another secret, and a changed signature', async () => {
    expect(await attempt(() => verifier(body, signed(), `${secret.slice(0, -1)}A`))).toBe(false);
    const headers = signed();
    for (const key of Object.keys(headers).filter((key) => key.includes('signature'))) {
      const value = headers[key] ?? '';
      const at = value.length - 4;
      headers[key] = `${value.slice(0, at)}${value[at] === 'a' ? 'b' : 'a'}${value.slice(at + 1)}`;
    }
    expect(await attempt(() => verifier(body, headers, secret))).toBe(false);
  });

  test('accepts either secret while one replaces the other', async () => {
    const next = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const headers = signed({ secrets: [next, secret] });
    expect(await attempt(() => verifier(body, headers, next))).toBe(true);
    expect(await attempt(() => verifier(body, headers, secret))).toBe(true);
  });
});

// The signature over the body alone knows no time.
test.each(Object.entries(verifiers).filter(([name]) => name !== 'octokit'))(
  '%s refuses another timestamp, and one that is too old',
  async (_name, verifier) => {
    const moved = {
      ...signed(),
      'x-docent-timestamp': `${seconds + 1}`,
      'webhook-timestamp': `${seconds + 1}`,
    };
    expect(await attempt(() => verifier(body, moved, secret))).toBe(false);
    const old = signed({ timestamp: seconds - 302 });
    expect(await attempt(() => verifier(body, old, secret))).toBe(false);
    expect(await attempt(() => verifier(body, signed({ timestamp: seconds - 200 }), secret))).toBe(
      true,
    );
  },
);

test.each(['standardwebhooks', 'svix'])('%s refuses another delivery id', async (name) => {
  const headers = { ...signed(), 'webhook-id': 'dlv_2' };
  expect(await attempt(() => verifiers[name]?.(body, headers, secret))).toBe(false);
});

describe('a secret of your own', () => {
  const own = [
    secret,
    'whsec_dGhlIGtleSBpcyBub3QgcGFkZGVk',
    'a secret of my own',
    'whsec_not base64 at all',
    'whsec_bm90IHBhZGRlZA',
    'Zm9yIG90aGVyIHVzZXM=',
  ];
  test.each(own)('%s verifies in the libraries of Standard Webhooks', async (one) => {
    const headers = signed({ secrets: [one] });
    for (const name of ['standardwebhooks', 'svix']) {
      const verifier = verifiers[name];
      expect(await attempt(() => verifier?.(body, headers, standardSecret(one))), name).toBe(true);
    }
    for (const name of ['stripe', 'octokit', 'docent/webhooks']) {
      expect(await attempt(() => verifiers[name]?.(body, headers, one)), name).toBe(true);
    }
  });

  test('is kept as it is where it is whsec_ and base64', () => {
    expect(standardSecret(secret)).toBe(secret);
  });
});

test('the signature of the body alone is sent only to those who asked for it', () => {
  expect(signed({ bodyOnly: false })).not.toHaveProperty('x-docent-signature-body');
});

test('the headers carry the name of the service', () => {
  expect(Object.keys(signed({ service: 'Acme' }))).toContain('x-acme-signature');
});

describe('verify', () => {
  const reason = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return error instanceof WebhookVerificationError ? error.reason : String(error);
    }
  };

  test('returns the event, its type and the delivery id', () => {
    expect(verify(Buffer.from(body), new Headers(signed()), [secret])).toEqual({
      deliveryId: 'dlv_1',
      eventType: 'page.updated',
      event: JSON.parse(body),
    });
  });

  test('never falls back to a weaker signature', () => {
    const { 'x-docent-signature': _, ...headers } = signed();
    expect(reason(() => verify(body, headers, secret))).toBe('missing-header');
    expect(verify(body, headers, secret, { scheme: 'body' }).deliveryId).toBe('dlv_1');
  });

  test('says what is wrong', () => {
    expect(reason(() => verify(body, signed({ timestamp: seconds - 400 }), secret))).toBe(
      'too-old',
    );
    expect(reason(() => verify(body, signed({ timestamp: seconds + 400 }), secret))).toBe(
      'too-old',
    );
    expect(reason(() => verify(body, { ...signed(), 'x-docent-timestamp': 'soon' }, secret))).toBe(
      'bad-timestamp',
    );
    expect(reason(() => verify('x', signed({ body: 'x' }), secret))).toBe('bad-body');
    expect(reason(() => verify(body, signed(), []))).toBe('bad-signature');
  });
});
