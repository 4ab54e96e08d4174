import { readAssistant } from '../../../schema/config/assistant.ts';
import { wordsOf } from '../words.ts';
import type { View } from './view.ts';

/**
 * Texts that the assistant shows, as the server sends them → as they are said in the language of the page.
 * Undefined where none differs.
 */
export function assistantLabels(view: View): Readonly<Record<string, string>> | undefined {
  const { enabled, name, greeting, suggestedQuestions, contactSupport } = view.config.assistant;
  // A page that waits for its translation is a document in the language of its source.
  if (!enabled || view.page.translation?.status === 'pending') return undefined;
  const { shell, reader } = wordsOf(view.language);
  const isEnglish = /^en\b/.test(view.language);
  // What the author leaves out is said in our own words. A name that an author gives is kept.
  const defaults = readAssistant();
  const ownName = !isEnglish && name === defaults.name ? shell.assistant : name;
  const { label } = contactSupport;
  const isDefault = label === defaults.contactSupport.label;
  const ownLabel = !isEnglish && isDefault ? reader.support : view.word(label);
  const labels = [
    [name, ownName],
    ...[greeting ?? '', ...suggestedQuestions].map((text) => [text, view.word(text)] as const),
    ...(contactSupport.enabled ? [[label, ownLabel] as const] : []),
  ] as const;
  const differing = labels.filter(([text, own]) => text !== own);
  return differing.length === 0 ? undefined : Object.fromEntries(differing);
}
