import { describe, expect, test } from 'vitest';
import { proposeSynonyms } from '../../../pipeline/search/propose.ts';
import { readSynonyms, writeSynonyms } from '../../../pipeline/search/synonyms.ts';
import { record, section } from './records.ts';

const records = [
  record('deploy', 'Run it on Kubernetes. Kubernetes starts the containers.', {
    title: 'Deployment',
  }),
  record('sign-in', '', {
    title: 'Sign-in',
    sections: [section('Set up single sign-on', 'The management of keys in postgresql.')],
  }),
];

function propose(
  failed: readonly (readonly [question: string, times: number])[],
  followed: readonly (readonly [question: string, next: string, times: number])[] = [],
  own = '',
) {
  const found = proposeSynonyms(
    {
      failed: failed.map(([question, times]) => ({ question, times })),
      followed: followed.map(([question, next, times]) => ({ question, next, times })),
    },
    records,
    { language: 'en', synonyms: readSynonyms(writeSynonyms({ general: '', own }, 'en')) },
  );
  return found.map(({ words, because, times }) => [...words, because, times]);
}

describe('a word that no page has', () => {
  test.each([
    ['k8s', 'kubernetes', 'abbreviation'],
    ['sso', 'single sign on', 'abbreviation'],
    ['mgmt', 'management', 'abbreviation'],
    ['postgres', 'postgresql', 'same stem'],
    ['cubernetes', undefined, undefined],
    ['kubernetis', 'kubernetes', 'same stem'],
    ['managmennt', 'management', 'spelling'],
    ['zebra', undefined, undefined],
  ])('%s is proposed as %s', (word, near, because) => {
    const proposed = propose([[`how to use ${word}`, 3]]);
    expect(proposed).toEqual(near === undefined ? [] : [[word, near, because, 3]]);
  });

  test('counts in all queries together, and not when it was searched for once', () => {
    expect(propose([['k8s', 1]])).toEqual([]);
    expect(
      propose([
        ['k8s', 1],
        ['start k8s', 1],
      ]),
    ).toEqual([['k8s', 'kubernetes', 'abbreviation', 2]]);
  });

  test('is not proposed when the site has it as a synonym', () => {
    expect(propose([['k8s', 5]], [], 'k8s, kubernetes')).toEqual([]);
  });
});

describe('a query that was followed by another one', () => {
  test.each([
    ['remove a token', 'revoke a token', ['remove', 'revoke']],
    ['cluster', 'k8s nodes', ['cluster', 'k8s nodes']],
    ['how do I rotate', 'rotate', undefined],
    ['kyes', 'keys', undefined],
    ['alpha beta gamma delta', 'epsilon', undefined],
    ['delete keys', 'delete key', undefined],
  ])('%s, then %s: %j', (question, next, words) => {
    const expected = words === undefined ? [] : [[...words, 'next search', 2]];
    expect(propose([], [[question, next, 2]])).toEqual(expected);
    expect(propose([], [[question, next, 1]])).toEqual([]);
  });
});
