import { expect, test } from 'vitest';
import { siteLabels } from '../../../pipeline/translation/site-labels.ts';
import { readSearch } from '../../../schema/config/search.ts';
import { container, group, sampleConfig, samplePage, sampleSite } from '../site/layout/sample.ts';

const labelsOf = (more: Parameters<typeof sampleConfig>[0]) => {
  const root = container('root', '', [group('First steps', ['index'])]);
  return siteLabels(
    sampleSite([samplePage('index', 'Start')], root, {
      config: sampleConfig({ search: readSearch(), ...more }),
    }),
  );
};

test('are what the author writes, and not what is left out', () => {
  const { assistant, errors } = sampleConfig();
  expect(labelsOf({})).toEqual(['First steps']);
  const written = {
    search: { ...readSearch(), prompt: 'Find' },
    errors: { 404: { ...errors[404], description: 'Gone.' } },
    assistant: {
      ...assistant,
      enabled: true,
      greeting: 'Hello!',
      suggestedQuestions: ['How?', '1 + 1'],
      contactSupport: { enabled: true, label: 'Contact support' },
    },
  };
  const found = labelsOf(written);
  expect(found).toEqual(['First steps', 'Find', 'Gone.', 'Hello!', 'How?']);
  const silent = { ...written, assistant: { ...written.assistant, enabled: false } };
  expect(labelsOf(silent)).toEqual(['First steps', 'Find', 'Gone.']);
});

test('are no longer than the index of a database takes', () => {
  // A sign of Chinese takes three bytes.
  const banner = (length: number) => ({
    banner: { content: '字'.repeat(length), dismissible: false, type: 'info' as const },
  });
  expect(labelsOf(banner(600))).toHaveLength(2);
  expect(labelsOf(banner(900))).toEqual(['First steps']);
});
