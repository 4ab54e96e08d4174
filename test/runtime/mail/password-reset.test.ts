import { expect, test } from 'vitest';
import { providerMail } from '../../../runtime/mail/password-reset.ts';

test('the message for a member of the identity provider says where to sign in', () => {
  const mail = providerMail({
    ...{ to: 'ada@example.com', organization: 'Acme', provider: 'Acme SSO' },
    dashboard: 'https://docs.example.com/dashboard',
  });
  expect(mail.text.split('\n\n').slice(0, 2)).toEqual([
    'Your account in the dashboard of Acme has no password to reset: you sign in with Acme SSO.',
    'https://docs.example.com/dashboard',
  ]);
});
