import type { SampleLanguage } from '../../schema/config/sample-languages.ts';
import type { Sample } from '../../schema/operation.ts';
import { moreWriters } from './more-samples.ts';
import type { RequestShape } from './sample-body.ts';
import { sampleBy } from './sample-writer.ts';
import { usualWriters } from './usual-samples.ts';

const writers = { ...usualWriters, ...moreWriters };

/** One sample of a request in one language. */
export function sampleOf(language: SampleLanguage, request: RequestShape): Sample {
  return sampleBy(writers[language], request);
}

/** What a language is called. */
export function sampleLabel(language: SampleLanguage): string {
  return writers[language].label;
}
