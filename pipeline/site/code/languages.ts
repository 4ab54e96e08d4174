import { bundledLanguages, bundledLanguagesInfo } from 'shiki/langs';

/** The grammar's name for a language as authors write it; undefined means plain text. */
export function grammarOf(language: string): string | undefined {
  const name = language.toLowerCase();
  const wanted = own[name] ?? name;
  if (wanted === '') return undefined;
  return Object.hasOwn(bundledLanguages, wanted) ? wanted : undefined;
}

/** Names that authors use and the highlighter does not know. */
const own: Readonly<Record<string, string>> = {
  text: '',
  txt: '',
  plain: '',
  plaintext: '',
  env: 'dotenv',
  curl: 'bash',
  golang: 'go',
  'node.js': 'javascript',
  node: 'javascript',
  jinja2: 'jinja',
  gradle: 'groovy',
  jsonl: 'jsonl',
  proto: 'proto',
  htm: 'html',
};

/** A language's name for people: `python` → `Python`. */
export function languageLabel(language: string): string {
  const grammar = grammarOf(language);
  if (grammar === undefined) return language === '' ? 'Text' : language;
  return labels.get(grammar) ?? language;
}

const labels = new Map(
  bundledLanguagesInfo.flatMap((info) => [
    [info.id, info.name] as const,
    ...(info.aliases ?? []).map((alias) => [alias, info.name] as const),
  ]),
);

/** All names of a grammar: its own and its aliases. */
export function namesOf(grammar: string): readonly string[] {
  return [grammar, ...(aliases.get(grammar) ?? [])];
}

const aliases = new Map(bundledLanguagesInfo.map((info) => [info.id, info.aliases ?? []] as const));
