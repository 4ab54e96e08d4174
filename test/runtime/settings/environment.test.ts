import { expect, test } from 'vitest';
import { readSettings } from '../../../runtime/settings/environment.ts';
import { initialLimits } from '../../../runtime/settings/limits.ts';
import { readers } from '../../../runtime/settings/readers.ts';
import { settings } from '../../../runtime/settings/table.ts';

test('without settings only the public internet is called, as Docent', () => {
  expect(readSettings({}, {})).toEqual({
    service: 'Docent',
    proxies: [],
    playgroundProxy: true,
    previewEvents: false,
    policy: { allow: [], plainHosts: [], ports: [] },
    limits: initialLimits,
  });
});

test('a wrong value is one sentence that names the flag and the variable', () => {
  expect(() => readSettings({ webhookPorts: '443, no' }, {})).toThrow(
    'Unexpected value of --webhook-ports or DOCENT_WEBHOOK_PORTS: "no", expected a port from 1 to 65535.',
  );
  expect(() => readSettings({ trustProxy: 'nginx' }, {})).toThrow('DOCENT_TRUST_PROXY');
});

test('the secret key comes from the environment alone, and a short one is refused', () => {
  expect(readSettings({}, { DOCENT_SECRET_KEY: 'x'.repeat(16) }).secretKey).toBe('x'.repeat(16));
  expect(() => readSettings({}, { DOCENT_SECRET_KEY: 'short' })).toThrow(
    'DOCENT_SECRET_KEY: 5 characters, expected 16 or more.',
  );
});

test('previews have a host below which no other one is', () => {
  const given = { DOCENT_PREVIEW_HOST: 'preview.example.com', DOCENT_BASE_HOST: 'example.com' };
  expect(readSettings({}, given)).toMatchObject({ previewHost: 'preview.example.com' });
  for (const variable of ['DOCENT_BASE_HOST', 'DOCENT_DASHBOARD_HOST', 'DOCENT_PLATFORM_HOST']) {
    for (const host of ['preview.example.com', 'a.preview.example.com']) {
      expect(() => readSettings({}, { ...given, [variable]: host })).toThrow(
        `DOCENT_PREVIEW_HOST is preview.example.com, and ${variable} is ${host}`,
      );
    }
  }
});

test('an identity provider needs an issuer and a client id, and people join with a role', () => {
  const given = {
    DOCENT_OIDC_ISSUER: 'https://login.example.com:8443/realms/docs',
    DOCENT_OIDC_CLIENT_ID: 'docent',
  };
  const oidc = { issuer: given.DOCENT_OIDC_ISSUER, clientId: 'docent' };
  expect(readSettings({}, given).oidc).toEqual({ ...oidc, label: 'login.example.com:8443' });
  const all = {
    ...given,
    ...{ DOCENT_OIDC_CLIENT_SECRET: 'a-long-secret', DOCENT_OIDC_LABEL: 'Acme SSO' },
    DOCENT_OIDC_ORGANIZATION: 'acme',
  };
  const join = { organization: 'acme', role: 'viewer' };
  const whole = { ...oidc, clientSecret: 'a-long-secret', label: 'Acme SSO', join };
  expect(readSettings({}, all).oidc).toEqual(whole);
  const asEditor = { ...all, DOCENT_OIDC_ROLE: 'editor' };
  expect(readSettings({}, asEditor).oidc?.join).toEqual({ ...join, role: 'editor' });
  for (const [environment, sentence] of [
    [{ DOCENT_OIDC_LABEL: 'Acme' }, 'needs DOCENT_OIDC_ISSUER and DOCENT_OIDC_CLIENT_ID'],
    [{ DOCENT_OIDC_ISSUER: given.DOCENT_OIDC_ISSUER }, 'needs DOCENT_OIDC_ISSUER and'],
    [{ ...given, DOCENT_OIDC_ROLE: 'editor' }, 'but DOCENT_OIDC_ORGANIZATION is not'],
    [{ ...all, DOCENT_OIDC_ROLE: 'owner' }, '"owner", expected viewer, translator or editor.'],
    [{ ...all, DOCENT_OIDC_CLIENT_SECRET: 'short' }, '5 characters, expected 8 to 500'],
  ] as const) {
    expect(() => readSettings({}, environment)).toThrow(sentence);
  }
});

test('messages need a mail server and a sender, and no error has the password', () => {
  const from = { DOCENT_MAIL_FROM: 'Example Docs <docs@example.com>' };
  const read = (url: string) => readSettings({}, { ...from, DOCENT_SMTP_URL: url }).mail;
  expect(read('smtps://ada%40example.com:p%2Fw@smtp.example.com')).toEqual({
    server: {
      ...{ host: 'smtp.example.com', port: 465, secure: true },
      ...{ user: 'ada@example.com', password: 'p/w' },
    },
    from: from.DOCENT_MAIL_FROM,
  });
  expect(read('smtp://[::1]:2525')?.server).toEqual({ host: '::1', port: 2525, secure: false });
  expect(read('smtp://relay')?.server.port).toBe(587);
  expect(readSettings({}, {}).mail).toBeUndefined();
  for (const wrong of [
    'smtp.example.com',
    'https://ada:pass-word@smtp.example.com',
    'smtps://ada:pass-word%zz@smtp.example.com',
    'smtps://ada:pass-word@smtp.example.com/in',
    'smtps://ada:pass-word@smtp.example.com?tls=no',
  ]) {
    expect(() => read(wrong)).toThrow(
      /^Unexpected value of DOCENT_SMTP_URL: expected an address such as smtps:\/\/user:password@smtp.example.com\.$/,
    );
  }
  const alone = 'needs DOCENT_SMTP_URL and DOCENT_MAIL_FROM';
  expect(() => readSettings({}, from)).toThrow(alone);
  expect(() => readSettings({}, { DOCENT_SMTP_URL: 'smtp://relay' })).toThrow(alone);
  for (const wrong of [
    'docs',
    'docs@example.com\nBcc: eve@example.com',
    'a@b.example, c@d.example',
  ]) {
    const environment = { DOCENT_SMTP_URL: 'smtp://relay', DOCENT_MAIL_FROM: wrong };
    expect(() => readSettings({}, environment)).toThrow('DOCENT_MAIL_FROM');
  }
});

test.each([
  ['http://localhost:8080', true],
  ['http://127.0.0.1:8080/realms/docs', true],
  ['https://login.internal', true],
  ['http://login.example.com', false],
  ['https://login.example.com?tenant=1', false],
  ['https://user:secret@login.example.com', false],
  ['login.example.com', false],
])('the issuer %s is an address of a provider: %s', (text, isOne) => {
  const read = () => readers.issuer(text);
  if (isOne) expect(read()).toBe(text);
  else expect(read).toThrow('expected an address such as https://login.example.com.');
});

test('lists are read with spaces and a single address as a range of one', () => {
  expect(readers.ranges('10.0.0.0/8, 192.168.1.7,::1')).toEqual([
    '10.0.0.0/8',
    '192.168.1.7/32',
    '::1/128',
  ]);
  expect(readers.hosts('Hooks.test., localhost')).toEqual(['hooks.test', 'localhost']);
  expect(readers.ports('8443, 9000')).toEqual([8443, 9000]);
});

test.each([
  ['ranges', '10.0.0.0/40', '"10.0.0.0/40", expected an address or a range'],
  ['ranges', 'example.com', '"example.com", expected an address or a range'],
  ['hosts', 'http://localhost', '"http://localhost", expected a host name'],
  ['ports', '0', '"0", expected a port'],
  ['ports', '80x', '"80x", expected a port'],
  ['onOff', 'yes', '"yes", expected on or off.'],
  ['serviceName', 'Acme Docs', '"Acme Docs", expected a name'],
  ['serviceName', 'a\r\nX-Evil: 1', '"a\\r\\nX-Evil: 1", expected a name'],
  ['database', 'mysql://localhost/x', '"mysql://…", expected postgres://'],
] as const)('%s "%s" is refused with a sentence', (name, text, sentence) => {
  expect(() => readers[name](text)).toThrow(sentence);
});

test('rates, retries and time limits are numbers with bounds, and times count in milliseconds', () => {
  const { limits } = readSettings(
    {},
    { DOCENT_KEY_RATE: '1200', DOCENT_WEBHOOK_TIMEOUT: '30', DOCENT_MODEL_PATIENCE: '5' },
  );
  expect(limits).toEqual({
    ...initialLimits,
    keyRate: 1200,
    webhookTimeout: 30_000,
    modelPatience: 300_000,
  });
  expect(initialLimits).toMatchObject({
    keyRate: 600,
    keyBurst: 60,
    heavyRate: 60,
    wrongKeys: 30,
    chatRate: 30,
    feedbackRate: 30,
    headerTimeout: 10_000,
    bodyTimeout: 30_000,
    webhookRetries: 5,
    webhookTimeout: 10_000,
    webhookDisableAfter: 50,
    webhookDisableAge: 0,
    modelPatience: 900_000,
  });
});

test.each([
  ['DOCENT_WEBHOOK_RETRIES', '6', '"6", expected a whole number from 0 to 5.'],
  ['DOCENT_WEBHOOK_TIMEOUT', '0', '"0", expected a whole number from 1 to 30.'],
  ['DOCENT_BODY_TIMEOUT', '30s', '"30s", expected a whole number from 1 to 3600.'],
  ['DOCENT_KEY_RATE', '-1', '"-1", expected a whole number from 1 to 1000000.'],
])('%s "%s" ends the start with a sentence', (variable, value, sentence) => {
  expect(() => readSettings({}, { [variable]: value })).toThrow(
    `Unexpected value of ${variable}: ${sentence}`,
  );
});

test('every setting that can be read alone refuses nonsense with a sentence that names it', () => {
  const names = settings.map(({ variable }) => variable);
  expect(new Set(names).size).toBe(names.length);
  const readable = settings.filter(({ read }) => read !== undefined);
  expect(readable.length).toBeGreaterThan(20);
  for (const { variable } of readable) {
    expect(() => readSettings({}, { [variable]: 'x://!' }), variable).toThrow(
      /^Unexpected value of .*[A-Z_]{6,}: .+\.$/,
    );
  }
});
