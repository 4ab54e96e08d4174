import { describe, expect, test } from 'vitest';
import { mapMemory, translatePage } from '../../../pipeline/translate/page.ts';
import { answerOf, fakeModel } from './fake-model.ts';

/** Translates one paragraph with a model that gives the same answer however often it is asked. */
async function insisting(source: string, answer: string, to = 'de') {
  const model = fakeModel((segments) => answerOf(segments, () => answer));
  const memory = mapMemory();
  const page = { path: 'a.mdx', text: `${source}\n`, format: 'mdx', title: 'A page' } as const;
  const options = { from: 'en', to, style: 'formal', glossary: [], model, memory } as const;
  const { text, stats } = await translatePage(page, options);
  return { text: text.trim(), requests: stats.requests };
}

const two =
  'Your changes are saved at once, and every member of the team sees them. If you are not sure, read the documentation first, or ask a colleague.';
const filter = 'Translate the value of a filter into a query for every key of the store.';

describe('an answer that a model repeats when it is asked for another one', () => {
  test.each([
    [
      'de',
      'that ends at a comma',
      two,
      'Ihre Änderungen werden sofort gespeichert, und alle Mitglieder Ihres Teams sehen sie. Wenn Sie nicht sicher sind,',
    ],
    [
      'de',
      'that ends at an opening bracket',
      two,
      'Ihre Änderungen werden sofort gespeichert, und alle Mitglieder Ihres Teams sehen sie (',
    ],
    [
      'de',
      'that lacks the last sentence',
      two,
      'Ihre Änderungen werden sofort für alle gespeichert.',
    ],
    ['ja', 'that lacks the last sentence', two, '変更はすぐに保存され、全員に表示されます。'],
    [
      'de',
      'with a preface, of a text about translating',
      filter,
      'Hier ist die Übersetzung: Übersetzen Sie den Wert eines Filters in eine Abfrage für jeden Schlüssel des Speichers.',
    ],
    [
      'ja',
      'with a preface, of a text about translating',
      filter,
      'Here is the translation: フィルターの値を、ストアのすべてのキーに対するクエリに翻訳します。',
    ],
    [
      'ar',
      'with a note, of a text about translating',
      filter,
      "ترجم قيمة عامل التصفية إلى استعلام لكل مفتاح في المخزن. (Translator's note: kept the names.)",
    ],
    [
      'ja',
      'with a preface in other words',
      'Your changes are saved at once, and every member of the team sees them.',
      'Sure, here is your text: 変更はすぐに保存され、チームの全員に表示されます。よろしくお願いいたします。',
    ],
    [
      'de',
      'in a third language',
      'Open the page, choose the option that you need, and press the button to save the changes for all members.',
      'Ouvrez la page, choisissez l’option dont vous avez besoin et appuyez sur le bouton pour enregistrer les modifications.',
    ],
  ])('in %s is not accepted %s', async (to, _, source, answer) => {
    expect(await insisting(source, answer, to)).toEqual({ text: source, requests: 2 });
  });

  test.each([
    ['Sign in with your identity provider', 'IdP でサインインする', 'ja'],
    ['Sign in with your identity provider', 'Войти через IdP вашей организации', 'uk'],
    [
      'Run docker compose up in the folder of the sources',
      'ソースのフォルダーで docker compose up を実行する',
      'ja',
    ],
    [
      'Your changes are saved at once. Every member of the team sees them.',
      'Ihre Änderungen werden sofort gespeichert, und alle Mitglieder des Teams sehen sie.',
      'de',
    ],
    [
      'Translate your pages. The translations are stored next to them.',
      'Übersetzen Sie Ihre Seiten. Die Übersetzungen werden neben ihnen gespeichert.',
      'de',
    ],
  ])('is accepted when it may be right: %s → %s', async (source, answer, to) => {
    const { text, requests } = await insisting(source, answer, to);
    expect(text).toBe(answer);
    expect(requests).toBeLessThanOrEqual(2);
  });
});
