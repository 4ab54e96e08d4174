/** Languages of the samples of a site that names none, in their order. */
export const usualSampleLanguages = [
  'curl',
  'javascript',
  'python',
  'go',
  'java',
  'ruby',
  'php',
  'csharp',
] as const;

/** Languages that a site has to name, so that others have no longer pages. */
const moreSampleLanguages = ['kotlin', 'swift', 'rust', 'powershell'] as const;

/** Languages that request samples can be generated in. */
export const sampleLanguages = [...usualSampleLanguages, ...moreSampleLanguages] as const;

/** One of the languages of all sites. */
export type UsualSampleLanguage = (typeof usualSampleLanguages)[number];

/** One of the others. */
export type MoreSampleLanguage = (typeof moreSampleLanguages)[number];

/** One of the languages that samples are made for. */
export type SampleLanguage = UsualSampleLanguage | MoreSampleLanguage;

/** Aliases of these languages in descriptions and code blocks. */
const aliases: Readonly<Record<string, SampleLanguage>> = {
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
  kt: 'kotlin',
  rs: 'rust',
  ps1: 'powershell',
  pwsh: 'powershell',
};

/** The language that a name means, `undefined` when no samples are made for it. */
export function sampleLanguage(name: string): SampleLanguage | undefined {
  const key = name.trim().toLowerCase();
  const alias = Object.hasOwn(aliases, key) ? aliases[key] : undefined;
  return sampleLanguages.find((language) => language === key) ?? alias;
}
