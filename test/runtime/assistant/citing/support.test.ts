import { describe, expect, test } from 'vitest';
import { claimOf } from '../../../../runtime/assistant/citing/claim.ts';
import type { Ground } from '../../../../runtime/assistant/citing/ground.ts';
import { supports } from '../../../../runtime/assistant/citing/support.ts';

const ground = (text: string, more: Partial<Ground> = {}): Ground => ({
  ...{ title: 'Keys', section: 'Create a key', language: 'en', text },
  ...more,
});
const verdict = (of: Ground, sentence: string) => supports(of, claimOf(sentence));

describe('a sentence and its passage', () => {
  const keys = ground(
    [
      'Keys are made in the dashboard. A key expires after 30 days. You can not share a key.',
      '| Plan | Storage |\n| --- | --- |\n| Free | 100 MB |\n| Pro | 10 GB |',
      '```sh\nacme deploy --prod\n```',
      'The limit is 10 per minute. The timeout is 45 seconds.',
    ].join('\n\n'),
  );
  test.each([
    ['Keys are made in the dashboard.', 'held'],
    ['You can create keys in the dashboard.', 'held'],
    ['A key **expires** after 30 days.', 'held'],
    ['Run `acme deploy --prod`.', 'held'],
    ['The Pro plan has 10 GB of storage.', 'held'],
    ['The timeout is 45 seconds.', 'held'],
    ['You can not share a key.', 'held'],
  ] as const)('"%s" is held by it', (sentence, expected) => {
    expect(verdict(keys, sentence)).toBe(expected);
  });

  test.each([
    ['another noun', 'Keys are made in the terminal.'],
    ['another number', 'A key expires after 90 days.'],
    ['a number of another sentence', 'The timeout is 10 seconds.'],
    ['a number of another row', 'The Free plan has 10 GB of storage.'],
    ['another command', 'Run `acme destroy --prod`.'],
    ['another flag', 'Run `acme deploy --force`.'],
    ['a name that is not in it', 'The dashboard makes keys for PHP.'],
    ['what it denies', 'You can share a key.'],
    ['a denial of what it says', 'Keys are never made in the dashboard.'],
    ['an added word', 'Keys are made in the dashboard automatically.'],
  ])('%s is not held by it', (_what, sentence) => {
    expect(verdict(keys, sentence)).toBe('lacking');
  });

  test.each([
    ['en', 'Backups are encrypted.', 'Backups are unencrypted.'],
    ['en', 'Members sign in with a password.', 'Members sign in passwordless.'],
    ['en', 'The plan is a contract.', 'The plan is a contrast.'],
    ['en', 'The archive is public.', 'The archive is published.'],
    ['de', 'Sicherungen sind verschlüsselt.', 'Sicherungen sind unverschlüsselt.'],
    ['de', 'Mitglieder melden sich mit Passwort an.', 'Mitglieder melden sich passwortlos an.'],
  ])('a word is not one that only looks like it (%s): %s', (language, text, sentence) => {
    expect(verdict(ground(text, { language }), text)).toBe('held');
    expect(verdict(ground(text, { language }), sentence)).toBe('lacking');
  });

  test.each([
    ['en', 'Install the archived tools.', 'Installing tools and archives.'],
    [
      'de',
      'Die Zeitüberschreitung der Verbindung beträgt 30 Sekunden.',
      'Die Verbindungen haben eine Überschreitung.',
    ],
    ['fr', 'Les sauvegardes sont chiffrées.', 'La sauvegarde est chiffrée.'],
    ['ko', '백업은 암호화됩니다.', '백업을 암호화합니다.'],
  ])('forms of a word are the same word (%s): %s', (language, text, sentence) => {
    expect(verdict(ground(text, { language }), sentence)).toBe('held');
  });

  test('one that states nothing needs no passage', () => {
    for (const sentence of ['Yes, here is how:', 'See below.', '']) {
      expect(verdict(keys, sentence)).toBe('plain');
    }
  });

  test('one in another language is checked by its code and numbers alone', () => {
    expect(
      verdict(keys, 'Schlüssel werden im Dashboard erstellt und laufen nach 30 Tagen ab.'),
    ).toBe('foreign');
    expect(verdict(keys, 'Schlüssel laufen nach 90 Tagen ab und sind im Dashboard.')).toBe(
      'lacking',
    );
    expect(verdict(keys, '密钥在控制台中创建。')).toBe('foreign');
    expect(verdict(keys, '运行 `acme destroy`。')).toBe('lacking');
  });
});

describe('Chinese and Japanese', () => {
  const chinese = ground('密钥在控制台中创建。密钥30天后过期。您不能共享密钥。', {
    ...{ title: '密钥', section: '创建密钥', language: 'zh-CN' },
  });
  test.each([
    ['您可以在控制台中创建密钥。', 'held'],
    ['密钥30天后过期。', 'held'],
    ['密钥在终端中创建。', 'lacking'],
    ['密钥90天后过期。', 'lacking'],
    ['您可以共享密码。', 'lacking'],
    ['您可以共享密钥。', 'lacking'],
  ] as const)('%s is %s', (sentence, expected) => {
    expect(verdict(chinese, sentence)).toBe(expected);
  });
  const japanese = ground('キーはダッシュボードで作成します。キーは30日後に失効します。', {
    ...{ title: 'キー', section: 'キーの作成', language: 'ja' },
  });
  test.each([
    ['ダッシュボードでキーを作成できます。', 'held'],
    ['キーは30日後に失効します。', 'held'],
    ['キーはターミナルで作成します。', 'lacking'],
    ['キーは90日後に失効します。', 'lacking'],
    ['キーは共有できません。', 'lacking'],
  ] as const)('%s is %s', (sentence, expected) => {
    expect(verdict(japanese, sentence)).toBe(expected);
  });
});

test('other languages with spaces are checked by their words too', () => {
  const german = ground('Schlüssel werden im Dashboard erstellt. Sie laufen nach 30 Tagen ab.', {
    ...{ title: 'Schlüssel', section: '', language: 'de' },
  });
  expect(verdict(german, 'Der Schlüssel läuft nach 30 Tagen ab.')).toBe('lacking');
  expect(verdict(german, 'Die Schlüssel laufen nach 30 Tagen ab.')).toBe('held');
  expect(verdict(german, 'Die Schlüssel werden im Terminal erstellt.')).toBe('lacking');
  const korean = ground('키는 대시보드에서 만듭니다. 키는 30일 후에 만료됩니다.', {
    ...{ title: '키', section: '', language: 'ko' },
  });
  expect(verdict(korean, '대시보드에서 키를 만듭니다.')).toBe('held');
  expect(verdict(korean, '터미널에서 키를 만듭니다.')).toBe('lacking');
});
