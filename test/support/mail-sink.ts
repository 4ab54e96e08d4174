import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A message as its receiver reads it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A mail server on the loopback interface that keeps what it gets. */
export interface MailSink {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Messages that are refused before the next one is accepted. */
  refuse: number;
  readonly close: () => Promise<void>;
}

/** Starts a mail server without encryption; it speaks as much SMTP (RFC 5321) as sending needs. */
export async function startMailSink(host = '127.0.0.1'): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const sink = { refuse: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let rest = '';
    let from = '';
    let to: string[] = [];
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string): void => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      const [command = ''] = line.toUpperCase().split(/[ :]/);
      if (command === 'MAIL') from = address;
      if (command === 'RCPT') to.push(address);
      if (command === 'QUIT') {
        say('221 Bye');
        socket.end();
      } else if (command === 'DATA') {
        isData = true;
        say('354 Go on');
      } else say('250 Fine');
    };
    const end = (message: string): void => {
      isData = false;
      if (sink.refuse > 0) {
        sink.refuse--;
        say('451 Try again later');
      } else {
        mails.push({ from, to, ...read(message) });
        say('250 Taken');
      }
      to = [];
    };
    say('220 sink');
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n';
        const at = rest.indexOf(mark);
        if (at < 0) return;
        const part = rest.slice(0, at);
        rest = rest.slice(at + mark.length);
        if (isData) end(part);
        else take(part);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  return Object.assign(sink, {
    port: (server.address() as AddressInfo).port,
    mails,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((done) => server.close(() => done()));
    },
  });
}

function read(message: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head = '', ...parts] = message.split('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    headers[name.toLowerCase()] = decodeWords(value.join(': '));
  }
  const body = parts.join('\r\n\r\n').replaceAll(/^\.\./gm, '.');
  const encoding = headers['content-transfer-encoding'];
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquote(body.replaceAll('=\r\n', ''))
        : Buffer.from(body, 'latin1');
  return { headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}

/** `=?UTF-8?Q?Anmelden?=` (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : unquote(text.replaceAll('_', ' '))
      ).toString('utf8'),
    );
}

function unquote(text: string): Buffer {
  const plain = text.replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, 'latin1');
}
