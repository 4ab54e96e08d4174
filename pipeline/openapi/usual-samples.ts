import type { UsualSampleLanguage } from '../../schema/config/sample-languages.ts';
import { csharp, go, java } from './sample-programs.ts';
import { curl, javascript, php, python, ruby } from './sample-scripts.ts';
import type { Writer } from './sample-writer.ts';

// Decision: `@scalar/snippetz` 0.10.2 does not replace these writers. Quotes in addresses, headers and values end the texts of
// PHP, C# and JavaScript; in Ruby `#{…}` of a body is run; the Python sample loses bodies that are not JSON. It brings
// 13 MB, zod among them.

/** Writers of the languages that sites have without naming them. */
export const usualWriters: Readonly<Record<UsualSampleLanguage, Writer>> = {
  curl: { label: 'cURL', highlighter: 'bash', write: curl },
  javascript: { label: 'JavaScript', highlighter: 'javascript', write: javascript },
  python: { label: 'Python', highlighter: 'python', write: python },
  go: { label: 'Go', highlighter: 'go', write: go },
  java: { label: 'Java', highlighter: 'java', write: java },
  ruby: { label: 'Ruby', highlighter: 'ruby', write: ruby },
  php: { label: 'PHP', highlighter: 'php', write: php },
  csharp: { label: 'C#', highlighter: 'csharp', write: csharp },
};
