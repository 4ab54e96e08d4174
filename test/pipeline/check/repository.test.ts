import { expect, test } from 'vitest';
import { repositoryProblems } from '../../../pipeline/check/repository.ts';
import { readConfig } from '../../../pipeline/config/read.ts';
import { minimalConfig } from '../../support/temp.ts';

test('links to a repository are reported where it is unknown, with their line', () => {
  const feedback = { editSuggestions: true, raiseIssues: false };
  const text = JSON.stringify(minimalConfig(['index'], { addons: { feedback } }), undefined, 1);
  const { config = expect.fail(), locate } = readConfig(text, { file: 'docs.json' });
  const [problem, ...more] = repositoryProblems({ config }, locate);
  expect(problem).toMatchObject({ severity: 'warning', ruleId: 'unknown-repository' });
  expect(text.split('\n')[(problem?.place?.start.line ?? 0) - 1]).toContain('editSuggestions');
  expect(more).toEqual([]);
  const repository = { url: 'https://github.com/acme/docs', branch: 'main', folder: '' };
  expect(repositoryProblems({ config, repository }, locate)).toEqual([]);
});
