import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createGuardedAgent } from '../../../pipeline/net/fetch.ts';
import { readers } from '../../../runtime/settings/readers.ts';
import { deliver } from '../../../runtime/webhooks/deliver.ts';
import { addressRemedy, withRemedy } from '../../../runtime/webhooks/remedy.ts';
import { type AddressPolicy, blockedUrl, publicOnly } from '../../../schema/network.ts';
import { projectRoot } from '../../support/corpus.ts';
import { type HookSink, startHookSink } from '../../support/hook-sink.ts';

/** The policy of an operator who does what a sentence says. */
function obeyed(remedy: string, policy: AddressPolicy = publicOnly): AddressPolicy {
  const value = (name: string) => new RegExp(`${name} to ([^ ]+?)(?: and|\\.$)`).exec(remedy)?.[1];
  const [allow, hosts, ports] = [
    value('DOCENT_WEBHOOK_ALLOW'),
    value('DOCENT_WEBHOOK_PLAIN_HOSTS'),
    value('DOCENT_WEBHOOK_PORTS'),
  ];
  return {
    allow: [...policy.allow, ...(allow && allow !== 'its' ? readers.ranges(allow) : [])],
    plainHosts: [...policy.plainHosts, ...(hosts ? readers.hosts(hosts) : [])],
    ports: [...policy.ports, ...(ports ? readers.ports(ports) : [])],
  };
}

describe('an address that is refused', () => {
  test.each([
    [
      'http://example.com/hook',
      'Use https, or let the operator set DOCENT_WEBHOOK_PLAIN_HOSTS to example.com.',
    ],
    ['https://example.com:8443/', 'Let the operator set DOCENT_WEBHOOK_PORTS to 8443.'],
    ['https://10.1.2.3/', 'Let the operator set DOCENT_WEBHOOK_ALLOW to 10.1.2.3.'],
    ['https://[::1]/', 'Let the operator set DOCENT_WEBHOOK_ALLOW to ::1.'],
    [
      'https://10.1.2.3:8443/',
      'Let the operator set DOCENT_WEBHOOK_PORTS to 8443 and DOCENT_WEBHOOK_ALLOW to 10.1.2.3.',
    ],
    [
      'http://192.168.0.2:3000/',
      'Use https, or let the operator set DOCENT_WEBHOOK_PLAIN_HOSTS to 192.168.0.2 and DOCENT_WEBHOOK_ALLOW to 192.168.0.2.',
    ],
    [
      'https://hooks.internal/',
      'Let the operator set DOCENT_WEBHOOK_PLAIN_HOSTS to hooks.internal and DOCENT_WEBHOOK_ALLOW to its address.',
    ],
    [
      'http://localhost:8080/',
      'Use https, or let the operator set DOCENT_WEBHOOK_PLAIN_HOSTS to localhost and DOCENT_WEBHOOK_ALLOW to its address.',
    ],
  ])('%s is let through by what the sentence says', (url, sentence) => {
    const reason = blockedUrl(url, publicOnly) ?? '';
    expect(reason).not.toBe('');
    const remedy = addressRemedy(url, publicOnly, reason);
    expect(remedy).toBe(` ${sentence}`);
    expect(blockedUrl(url, obeyed(remedy))).toBeUndefined();
  });

  test('also by the addresses that its name resolves to', () => {
    const reason = 'hooks.example.com: address 10.0.0.7 is not public (private)';
    expect(addressRemedy('https://hooks.example.com/', publicOnly, reason)).toBe(
      ' Let the operator set DOCENT_WEBHOOK_ALLOW to 10.0.0.7.',
    );
  });

  test('for good has another sentence, or none', () => {
    const url = 'https://ada:secret@example.com/';
    const said = addressRemedy(url, publicOnly, blockedUrl(url, publicOnly) ?? '');
    expect(said).toBe(' Put a secret into the path instead.');
    expect(addressRemedy('nonsense', publicOnly, 'no URL')).toBe('');
    expect(addressRemedy('ftp://example.com/', publicOnly, 'no https URL')).toBe('');
  });
});

describe('a delivery that fails', () => {
  const policy = { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] };
  let sink: HookSink | undefined;
  afterEach(async () => {
    await sink?.close();
    sink = undefined;
  });

  async function send(url: string, allowed: AddressPolicy = policy): Promise<string | undefined> {
    const agent = createGuardedAgent(allowed, { connectTimeout: 5000 });
    onTestFinished(() => agent.destroy());
    return (await deliver(url, { headers: {}, body: '{}', agent, policy: allowed })).error;
  }

  test('for a certificate of its own says how to trust it', async () => {
    sink = await startHookSink();
    expect(await send(sink.url)).toBe(
      'DEPTH_ZERO_SELF_SIGNED_CERT: the certificate is not signed by a trusted authority; start the server with NODE_EXTRA_CA_CERTS set to a file with the certificate of the authority',
    );
  });

  test('for a receiver without TLS says so', async () => {
    const plain = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await new Promise((done) => plain.once('listening', done));
    onTestFinished(() => void plain.close());
    const { port } = plain.address() as AddressInfo;
    expect(await send(`https://localhost:${port}/`)).toContain('does not speak TLS at this port');
  });

  test('for an address that is not allowed says which setting allows it', async () => {
    sink = await startHookSink();
    const closed = { ...publicOnly, plainHosts: ['localhost'] };
    expect(await send(sink.url, closed)).toMatch(
      /^blocked_ip: localhost: address (127\.0\.0\.1|::1) is not public \(loopback\)\. Let the operator set DOCENT_WEBHOOK_ALLOW to \1\.$/,
    );
  });

  test('otherwise keeps the code alone', () => {
    expect(withRemedy('ECONNREFUSED')).toBe('ECONNREFUSED');
    expect(withRemedy('constructor')).toBe('constructor');
  });

  test('arrives when NODE_EXTRA_CA_CERTS names the certificate', async () => {
    sink = await startHookSink();
    const program = `
      const { createGuardedAgent } = await import('./pipeline/net/fetch.ts');
      const { deliver } = await import('./runtime/webhooks/deliver.ts');
      const policy = ${JSON.stringify(policy)};
      const agent = createGuardedAgent(policy, { connectTimeout: 5000 });
      const made = await deliver(${JSON.stringify(sink.url)}, { headers: {}, body: '{}', agent, policy });
      console.log(JSON.stringify(made));
      await agent.destroy();
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program],
      {
        cwd: projectRoot,
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: join(projectRoot, 'fixtures/tls/cert.pem'),
        },
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ status: 200 });
  });
});
