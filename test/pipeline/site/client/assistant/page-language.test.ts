import { expect, onTestFinished, test, vi } from 'vitest';
import { inPageLanguage } from '../../../../../pipeline/site/client/assistant/page-language.ts';
import { readAssistant } from '../../../../../schema/config/assistant.ts';

const settings = {
  ...readAssistant({ greeting: 'Hello!', suggestedQuestions: ['How?', 'Why?'] }),
  name: 'Polly',
};

function onPage(labels: string | undefined) {
  vi.stubGlobal('document', { body: { dataset: labels === undefined ? {} : { labels } } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return inPageLanguage(settings);
}

test('texts that the page brings take the place of those of the server', () => {
  const labels = { 'Hello!': 'Hallo!', 'How?': 'Wie?', 'Contact support': 'Support fragen' };
  expect(onPage(JSON.stringify(labels))).toEqual({
    ...settings,
    greeting: 'Hallo!',
    suggestedQuestions: ['Wie?', 'Why?'],
    contactSupport: { ...settings.contactSupport, label: 'Support fragen' },
  });
});

test('a page without texts shows those of the server', () => {
  expect(onPage(undefined)).toBe(settings);
});
