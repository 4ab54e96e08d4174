import { expect, test } from 'vitest';
import { findIn } from '../../scripts/prose/check.ts';
import { comments, type Passage, pagePassages } from '../../scripts/prose/passages.ts';
import { rules } from '../../scripts/prose/rules.ts';

/** For each phrase to avoid, a sentence with it and one without. */
const samples: readonly (readonly [found: string, wrong: string, right: string])[] = [
  ['stands for', 'A bar stands for a choice.', 'A bar represents a choice.'],
  ['stands', 'The page stands in the navigation.', 'The page is in the navigation.'],
  ['beside', 'A file beside the other.', 'A file next to the other.'],
  ['Mend', 'Mend the path.', 'Correct the path.'],
  ['anew', 'Quotas begin anew.', 'Quotas reset.'],
  ['for ever', 'It is kept for ever.', 'It is kept forever.'],
  ['left away', 'The line is left away.', 'The line is left out.'],
  ['leads nowhere', 'The link leads nowhere.', 'The link is broken.'],
  ['Document 1', 'Document 1 limits it.', 'It is limited to 4 MB.'],
  ['cannot', 'It cannot be read.', "It can't be read."],
  ['nobody', 'Asked by nobody.', 'Asked by no one.'],
  ['somebody', 'Changed by somebody else.', 'Changed by someone else.'],
  ['Anybody', 'Anybody may read it.', 'Anyone may read it.'],
  ['everybody', 'Open to everybody.', 'Open to everyone.'],
  ['warnings, too', 'Fails on warnings, too.', 'Also fails on warnings.'],
  ['is told', 'The model is told once.', 'The model is notified once; the two can be told apart.'],
  ['tells of', 'An event tells of a build.', 'An event reports a build.'],
  ['of before', 'The deployment of before.', 'The previous deployment.'],
  ['when there is none', 'Empty when there is none.', 'Empty if there is none.'],
  ['is not there', 'The page is not there.', 'The page does not exist.'],
  ['that are there', 'Keeps files that are there.', 'Keeps existing files.'],
  ['there already', 'The file is there already.', 'The file already exists.'],
  ['one object a line', 'Import one object a line.', 'Import one object per line.'],
  ['is no', 'This is no page.', 'This is not a page. There is no page.'],
  ['who asks', 'The reader who asks.', 'The reader.'],
  ['does not mind', 'A note that the check does not mind.', 'A note that never fails the check.'],
  ['all the same', 'It is shown all the same.', 'It is shown anyway.'],
  ['what becomes of', 'See what becomes of it.', 'See the result.'],
  ['without end', 'It grows without end.', 'It grows endlessly.'],
  ['divided by commas', 'Names, divided by commas.', 'Names, separated by commas.'],
  ['a blank', 'Write a blank.', 'Write a space, then a blank line.'],
  ['e-mail', 'An e-mail address.', 'An email address.'],
  ['floor', 'A floor of the code.', 'A layer of the code.'],
  ['organisation', 'The organisation.', 'The organization.'],
  ['licence', 'The licence.', 'The license.'],
];

const page = (text: string): readonly Passage[] => pagePassages(text);

test.each(samples)('%j is found, and its replacement is not', (found, wrong, right) => {
  expect(findIn(page(wrong), 'docs/a.mdx')).toEqual([
    expect.objectContaining({ found, offset: wrong.indexOf(found) }),
  ]);
  expect(findIn(page(right), 'docs/a.mdx')).toEqual([]);
});

test('every rule has a sample', () => {
  const covered = samples.map(([, wrong]) => findIn(page(wrong), 'docs/a.mdx')[0]?.write);
  expect(rules.map(({ write }) => write).filter((write) => !covered.includes(write))).toEqual([]);
});

test('a phrase is found across lines of a comment', () => {
  const found = (text: string) => findIn(comments(text), 'a.ts').map((one) => one.found);
  expect(found('/**\n * It can\n * not stop.\n */')).toEqual(['can not']);
  expect(found('// It can\n// not stop.\ncode();')).toEqual(['can not']);
  expect(found('f(); // `beside` is code, https://example.com/beside a link')).toEqual([]);
});

test('code and link targets of a page are not prose', () => {
  const text = 'See `beside` and [a page](/beside).\n\n```js\nbeside();\n```\n';
  expect(findIn(page(text), 'docs/a.mdx')).toEqual([]);
});

test('exceptions apply to their file', () => {
  const passage: Passage = { kind: 'message', start: 0, text: "'someone somebody'" };
  expect(findIn([passage], 'pipeline/search/vocabulary.ts')).toEqual([]);
  expect(findIn([passage], 'pipeline/search/query.ts')).toHaveLength(1);
});
