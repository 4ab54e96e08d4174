import type { TranslatedText } from '../../schema/build.ts';
import type { UntranslatedPart } from '../../schema/site.ts';

/** Parts as a column of a text keeps them. */
export function partsColumn(parts: readonly UntranslatedPart[] = []): string | null {
  return parts.length === 0 ? null : JSON.stringify(parts);
}

/** The parts of a text as a build is given them. */
export function partsIn(column: string | null): Pick<TranslatedText, 'untranslated'> {
  return column === null ? {} : { untranslated: JSON.parse(column) as UntranslatedPart[] };
}
