import type { MailSettings } from '../settings/environment.ts';

/** A message of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends messages of this server. */
export interface Mailer {
  /**
   * Resolves when the mail server has accepted a message.
   * @throws when it has not
   */
  readonly send: (mail: Mail) => Promise<void>;
}

/** Milliseconds that the mail server may take to connect, and to say something. */
const patience = { connect: 10_000, answer: 20_000 } as const;

/** Sends messages through a mail server, with one connection for each; the library is loaded for the first one. */
export function openMailer({ server, from }: MailSettings): Mailer {
  const { host, port, secure, user, password } = server;
  const isHere = /^(localhost|127\.0\.0\.1|::1)$/.test(host);
  return {
    send: async ({ to, subject, text }) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        ...{ host, port, secure, requireTLS: !secure && !isHere },
        ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
        ...{ connectionTimeout: patience.connect, greetingTimeout: patience.connect },
        ...{ dnsTimeout: patience.connect, socketTimeout: patience.answer },
        // A text is a text, whatever it looks like.
        ...{ disableFileAccess: true, disableUrlAccess: true },
      });
      try {
        await transport.sendMail({
          // An object is taken as it is; a list of addresses in a text would be several receivers.
          ...{ from, to: { name: '', address: to }, subject, text },
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } finally {
        transport.close();
      }
    },
  };
}
