import type { PanelSettings } from '../runtime.ts';

/** The settings with their texts in the language of the page, as far as the page brings them. */
export function inPageLanguage(settings: PanelSettings): PanelSettings {
  const written = document.body.dataset.labels;
  if (written === undefined) return settings;
  const labels = new Map<string, string>(Object.entries(JSON.parse(written)));
  const own = (text: string): string => labels.get(text) ?? text;
  const { name, greeting, suggestedQuestions, contactSupport } = settings;
  return {
    ...settings,
    name: own(name),
    ...(greeting === undefined ? {} : { greeting: own(greeting) }),
    suggestedQuestions: suggestedQuestions.map(own),
    contactSupport: { ...contactSupport, label: own(contactSupport.label) },
  };
}
