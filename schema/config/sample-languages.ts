/** Languages that request samples can be generated in, in their usual order. */
export const sampleLanguages = [
  'curl',
  'javascript',
  'python',
  'go',
  'java',
  'ruby',
  'php',
  'csharp',
] as const;

/** Aliases of these languages in descriptions and code blocks. */
export const sampleAliases: Readonly<Record<string, (typeof sampleLanguages)[number]>> = {
  bash: 'curl',
  sh: 'curl',
  shell: 'curl',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
  typescript: 'javascript',
  ts: 'javascript',
  py: 'python',
  python3: 'python',
  golang: 'go',
  rb: 'ruby',
  'c#': 'csharp',
  cs: 'csharp',
  dotnet: 'csharp',
  '.net': 'csharp',
};
