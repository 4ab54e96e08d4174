import { sampleAliases, sampleLanguages } from '../../schema/config/sample-languages.ts';
import type { Sample } from '../../schema/operation.ts';
import { type Content, contentOf, type RequestShape } from './sample-body.ts';
import { csharp, go, java } from './sample-programs.ts';
import { curl, javascript, php, python, ruby } from './sample-scripts.ts';

// Decision: `@scalar/snippetz` 0.10.2 does not replace these writers. Quotes in addresses, headers and values end the texts of
// PHP, C# and JavaScript; in Ruby `#{…}` of a body is run; the Python sample loses bodies that are not JSON. It brings
// 13 MB, zod among them.

/** One of the languages that samples are made for. */
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The language that a name means, `undefined` when no samples are made for it. */
export function sampleLanguage(name: string): SampleLanguage | undefined {
  const key = name.trim().toLowerCase();
  return sampleLanguages.find((language) => language === key) ?? sampleAliases[key];
}

/** One sample of a request in one language. */
export function sampleOf(language: SampleLanguage, request: RequestShape): Sample {
  const { label, highlighter, write } = writers[language];
  return { label, language: highlighter, text: write(request, contentOf(request)) };
}

interface Writer {
  readonly label: string;
  readonly highlighter: string;
  readonly write: (request: RequestShape, content: Content) => string;
}

const writers: Readonly<Record<SampleLanguage, Writer>> = {
  curl: { label: 'cURL', highlighter: 'bash', write: curl },
  javascript: { label: 'JavaScript', highlighter: 'javascript', write: javascript },
  python: { label: 'Python', highlighter: 'python', write: python },
  go: { label: 'Go', highlighter: 'go', write: go },
  java: { label: 'Java', highlighter: 'java', write: java },
  ruby: { label: 'Ruby', highlighter: 'ruby', write: ruby },
  php: { label: 'PHP', highlighter: 'php', write: php },
  csharp: { label: 'C#', highlighter: 'csharp', write: csharp },
};
