import type { AskedSite } from './conversation/asking.ts';

/** Configuration of the assistant for the page's script; undefined if there is none. */
export function panelOf(asked: Pick<AskedSite, 'settings'> | undefined) {
  if (!asked) return undefined;
  const { name, greeting, position, suggestedQuestions, theme, contactSupport, deflection } =
    asked.settings;
  return { name, greeting, position, suggestedQuestions, theme, contactSupport, deflection };
}
