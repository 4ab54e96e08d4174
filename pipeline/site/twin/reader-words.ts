import { readerVariables } from '../../../schema/reader-variables.ts';
import type { Site } from '../../../schema/site.ts';
import { type TwinContext, type TwinPlace, valueInTwin } from '../../../schema/twin-places.ts';
import { valuesAtBuild, variablePattern } from '../../source/variables.ts';

type Declared = Pick<Site, 'variables' | 'config'>;

const marks: Readonly<Record<TwinContext, string>> = { text: 't', code: 'x', address: 'a' };
const contexts: Readonly<Record<string, TwinContext>> = { t: 'text', x: 'code', a: 'address' };

/**
 * The word in the place of a variable until its values are known: what colours code and what escapes Markdown leave it
 * as it is.
 */
export function readerWord(
  { config }: Pick<Site, 'config'>,
  name: string,
  context: TwinContext,
): string {
  const index = config.variables.findIndex((one) => one.name === name);
  return `docentvariable${index}${marks[context]}`;
}

/** A text with words in the place of `{{name}}` where values depend on the reader. */
export function withReaderWords(text: string, site: Pick<Site, 'config'>, context: TwinContext) {
  if (!text.includes('{{')) return text;
  const readers = readerVariables(site.config.variables);
  return text.replaceAll(variablePattern, (written, slash: string, name: string) =>
    slash === '' && readers.has(name) ? readerWord(site, name, context) : written,
  );
}

/** Markdown with the values at build in the place of words, and where those are that readers change. */
export function fillReaderWords(
  template: string,
  site: Declared,
): { readonly text: string; readonly places: readonly TwinPlace[] } {
  if (!template.includes('docentvariable')) return { text: template, places: [] };
  const values = valuesAtBuild(site);
  const places: TwinPlace[] = [];
  let text = '';
  let last = 0;
  for (const match of template.matchAll(/docentvariable(\d+)([txa])/g)) {
    const [word, index, mark = ''] = match;
    const variable = site.config.variables[Number(index)];
    const context = contexts[mark];
    if (!variable || !context) continue;
    text += template.slice(last, match.index);
    const { name, type } = variable;
    const value = valueInTwin(values.get(name) ?? name, context);
    // A secret stays out of a text that is made to be passed on.
    if (type !== 'secret') places.push({ at: text.length, length: value.length, name, context });
    text += value;
    last = match.index + word.length;
  }
  return { text: text + template.slice(last), places };
}
