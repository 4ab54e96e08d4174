import { afterEach, expect, test } from 'vitest';
import { openMailer } from '../../../runtime/mail/mailer.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function sinkAt(host?: string): Promise<MailSink> {
  const sink = await startMailSink(host);
  closing.push(sink.close);
  return sink;
}

const mailerTo = (port: number, host = '127.0.0.1') =>
  openMailer({ server: { host, port, secure: false }, from: 'Docs <docs@example.com>' });

test('hands a text over as it is, to one receiver', async () => {
  const sink = await sinkAt();
  const text = `Zum Anmelden:\n\nhttps://docs.example.com/${'a'.repeat(300)}\n\n.\nGrüße\n`;
  await mailerTo(sink.port).send({ to: 'ada@example.com', subject: 'Bei „Häuser“ anmelden', text });
  const [mail] = sink.mails;
  expect(sink.mails).toHaveLength(1);
  expect(mail).toMatchObject({ from: 'docs@example.com', to: ['ada@example.com'] });
  expect(mail?.headers).toMatchObject({
    from: 'Docs <docs@example.com>',
    to: 'ada@example.com',
    subject: 'Bei „Häuser“ anmelden',
    'auto-submitted': 'auto-generated',
  });
  expect(mail?.headers['content-type']).toMatch(/^text\/plain/);
  expect(mail?.text.trim()).toBe(text.trim());
});

test('takes an address for one receiver, and a subject for one line', async () => {
  const sink = await sinkAt();
  const addresses = [
    'ada@example.com, eve@example.com',
    'ada@example.com>, <eve@example.com',
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
  ];
  const subject = 'Hello\r\nBcc: eve@example.com';
  for (const to of addresses) {
    await mailerTo(sink.port).send({ to, subject, text: 'Text\n' });
  }
  expect(sink.mails.map(({ to }) => to.length)).toEqual([1, 1, 1]);
  expect(sink.mails.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  for (const { headers } of sink.mails) {
    expect(headers.subject).toBe('Hello Bcc: eve@example.com');
    expect(headers).not.toHaveProperty('bcc');
  }
});

test('throws when the mail server refuses a message, or can’t be reached', async () => {
  const sink = await sinkAt();
  sink.refuse = 1;
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Text\n' };
  await expect(mailerTo(sink.port).send(mail)).rejects.toThrow('Try again later');
  await mailerTo(sink.port).send(mail);
  expect(sink.mails).toHaveLength(1);
  await sink.close();
  await expect(mailerTo(sink.port).send(mail)).rejects.toThrow();
});

test('says nothing to another machine without encryption', async () => {
  // Another address than those that are known to be of this machine.
  const sink = await sinkAt('127.0.0.2');
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Secret\n' };
  await expect(mailerTo(sink.port, '127.0.0.2').send(mail)).rejects.toThrow();
  expect(sink.mails).toEqual([]);
});
