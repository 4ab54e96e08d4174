import type { ProjectRow } from '../store/tables.ts';
import type { Assistant } from './service.ts';

/** Configuration of the assistant for the page's script; undefined if there is none. */
export function panelOf(assistant: Assistant, project: ProjectRow) {
  const enabled = assistant.siteOf(project);
  if (!enabled) return undefined;
  const { name, greeting, position, suggestedQuestions, theme, contactSupport, deflection } =
    enabled.settings;
  return { name, greeting, position, suggestedQuestions, theme, contactSupport, deflection };
}
