import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stemOf } from '../../../pipeline/search/stem.ts';
import { fold, isDenseText, namesAround, wordsOf } from '../../../pipeline/search/words.ts';

describe('words of a text', () => {
  test.each([
    ['Delete all memories.', ['delete', 'all', 'memories']],
    ['addMemory', ['add', 'memory', 'addmemory']],
    ['user_id', ['user', 'id', 'userid']],
    ['self-hosted', ['self', 'hosted', 'selfhosted']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['APIs and userIDs', ['api', 'and', 'user', 'id', 'userid']],
    ['AWS', ['aws']],
    ['client.add()', ['client', 'add', 'clientadd']],
    ['task.sdkVersion', ['task', 'sdk', 'version', 'sdkversion', 'tasksdkversion']],
    ["the server's port", ['the', 'server', 'port']],
    ['version 3.12', ['version', '3.12']],
    ['Größe und Café', ['grosse', 'und', 'cafe']],
  ])('reads %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test.each([
    ['task.sdkVersion', 'version', ['sdkversion', 'tasksdkversion']],
    ['task.sdkVersion', 'sdkversion', ['tasksdkversion']],
    ['user_id', 'id', ['userid']],
    ['self-hosted', 'hosted', []],
    ['version', 'version', []],
  ])('knows the names in %j that have the word %j', (run, word, names) => {
    expect(namesAround(run, word)).toEqual(names);
  });

  test.each([
    ['工作流', ['工作', '作流']],
    ['知识库API', ['知识', '识库', 'api']],
    ['検索', ['検索']],
    ['워크플로', ['워크', '크플', '플로']],
    ['ค้น', ['ค้', '้น']],
  ])('cuts %j, written without spaces, into pairs', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('finds the same words in any composition of the same letters', () => {
    expect(wordsOf('Crème'.normalize('NFD'))).toEqual(wordsOf('Crème'.normalize('NFC')));
    expect(wordsOf('ＡＰＩ')).toEqual(['api']);
  });

  test('tells texts without spaces from others that hold a few of their characters', () => {
    expect(isDenseText('如何使用 API?')).toBe(true);
    expect(isDenseText('What does 工作 mean in this documentation?')).toBe(false);
    expect(isDenseText('在 Windows 上安装 difyctl')).toBe(true);
    expect(isDenseText('')).toBe(false);
  });

  test('never fails and never gives an empty word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (a, b) => {
        for (const text of [a, b, `${a}_${b}`]) {
          for (const word of wordsOf(text)) {
            expect(word).not.toBe('');
            expect(stemOf(word, 'en')).not.toBe('');
          }
        }
      }),
    );
  });

  test('folds twice as once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)),
    );
  });
});

describe('stems', () => {
  test.each([
    ['en', ['memory', 'memories']],
    ['en', ['delete', 'deleted', 'deleting', 'deletes', 'deletion']],
    ['en', ['configure', 'configured', 'configuring']],
    ['en', ['translation', 'translations']],
    ['en', ['build', 'built', 'builds']],
    ['en', ['exceed', 'exceeds', 'exceeded', 'exceeding']],
    ['en', ['pdf', 'pdfs']],
    ['en', ['gpu', 'gpus']],
    ['fr', ['traduction', 'traductions']],
    ['de', ['einstellung', 'einstellungen']],
    ['es', ['configuracion', 'configuraciones']],
    ['it', ['configurazione', 'configurazioni']],
    ['nl', ['instelling', 'instellingen']],
    ['uk', ['налаштування', 'налаштуваннями']],
    ['ar', ['الصفحة', 'صفحات']],
  ])('are shared by forms of a word in %s: %j', (language, forms) => {
    expect(new Set(forms.map((form) => stemOf(fold(form), language))).size).toBe(1);
  });

  test.each([
    ['universe', 'run'],
    ['policy', 'police'],
    ['new', 'news'],
    ['add', 'ad'],
  ])('keep %s and %s apart', (one, other) => {
    expect(stemOf(one, 'en')).not.toBe(stemOf(other, 'en'));
  });

  test('follow the published examples of the English algorithm', () => {
    const examples = {
      caresses: 'caress',
      ponies: 'poni',
      ties: 'tie',
      cries: 'cri',
      gas: 'gas',
      gaps: 'gap',
      kiwis: 'kiwi',
      hopping: 'hop',
      hoping: 'hope',
      luxuriated: 'luxuri',
      relational: 'relat',
      conditional: 'condit',
      happy: 'happi',
      say: 'say',
      by: 'by',
      generously: 'generous',
      controll: 'control',
      knack: 'knack',
      consigned: 'consign',
      consistency: 'consist',
    };
    for (const [word, stem] of Object.entries(examples)) expect(stemOf(word, 'en')).toBe(stem);
  });

  test.each(['constructor', 'proto', 'valueof'])('of %s are texts like any other', (word) => {
    expect(stemOf(word, 'en')).toMatch(/^[a-z]+$/);
  });

  test('leave words of a language without rules as they are', () => {
    expect(stemOf('kitaplar', 'xx')).toBe('kitaplar');
  });
});
