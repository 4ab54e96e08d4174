import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryHeaders } from '../../runtime/webhooks/sign.ts';
// @ts-expect-error a script without types
import { compile } from '../../scripts/compile.js';
import { projectRoot } from '../support/corpus.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let child: ReturnType<typeof spawn>;
let address: string;

beforeAll(async () => {
  await compile();
  const page = readFileSync(join(projectRoot, 'docs/service/webhooks.mdx'), 'utf8');
  const [, receiver = ''] = /```js receiver\.mjs\n([\s\S]+?)```/.exec(page) ?? [];
  // As in the handbook, but on a free port that it reports.
  const program = receiver.replace(
    '.listen(process.env.PORT ?? 8080)',
    '.listen(0, "127.0.0.1", function () { console.log(this.address().port) })',
  );
  expect(program).not.toBe(receiver);
  child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: projectRoot,
    env: { ...process.env, SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve, reject) => {
    child.stdout?.once('data', (bytes) => resolve(String(bytes).trim()));
    child.once('exit', () => reject(new Error('The receiver ended.')));
  });
  address = `http://127.0.0.1:${port}/`;
}, 60_000);
afterAll(() => {
  child?.kill();
});

const body = JSON.stringify({ id: 'evt_1', type: 'page.updated', data: { pagePath: 'index' } });
const send = async (sent: string, secrets: readonly string[], age = 0) => {
  const headers = deliveryHeaders({
    body,
    secrets,
    timestamp: Math.floor(Date.now() / 1000) - age,
    deliveryId: 'dlv_1',
    eventType: 'page.updated',
    service: 'Docent',
    bodyOnly: false,
  });
  const response = await fetch(address, { method: 'POST', headers, body: sent });
  return response.status;
};

test('the receiver of the handbook takes what is signed, with "docent/webhooks" as installed', async () => {
  expect(await send(body, [secret])).toBe(204);
  expect(await send(body, ['whsec_new0000000000000', secret])).toBe(204);
});

test('the receiver of the handbook refuses what was changed, is old, or has another secret', async () => {
  expect(await send(body.replace('index', 'Index'), [secret])).toBe(400);
  expect(await send(body, [secret], 301)).toBe(400);
  expect(await send(body, ['whsec_another000000000'])).toBe(400);
});
