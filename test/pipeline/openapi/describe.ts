import { readOperations } from '../../../pipeline/openapi/operations.ts';
import { readDescription } from '../../../pipeline/openapi/read.ts';
import type { Api } from '../../../schema/config/api.ts';
import type { Config } from '../../../schema/config/config.ts';
import type { Page } from '../../../schema/site.ts';

/** Settings of API pages as a site without any has them. */
export const api: Api = {
  playground: { display: 'interactive', proxy: true },
  mdx: { auth: {}, server: [] },
  params: { expanded: 'closed' },
  examples: { languages: ['curl', 'python'], prefill: true },
};

/** The part of a configuration that is read here. */
export function configOf(part: Record<string, unknown> = {}): Config {
  return {
    navigation: {},
    i18n: { defaultLanguage: 'en', languages: [] },
    auth: { enabled: false },
    ...part,
    api: { ...api, ...(part.api as object) },
  } as unknown as Config;
}

/** A page of a file with some front matter. */
export function pageOf(path: string, frontmatter: Record<string, unknown> = {}): Page {
  return {
    path,
    file: { path: `${path}.mdx`, text: '', hash: '' },
    format: 'mdx',
    frontmatter: { meta: {}, other: {}, ...frontmatter },
    title: path,
    language: 'en',
    bodyOffset: 0,
    uses: [],
    words: 0,
    visibility: {
      sidebar: true,
      search: true,
      sitemap: true,
      engines: true,
      assistant: true,
      llms: true,
    },
  };
}

/** Files of a source tree as the reader asks for them. */
export function filesOf(files: Record<string, unknown>) {
  const texts = new Map(
    Object.entries(files).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    ]),
  );
  return { paths: [...texts.keys()], readText: (path: string) => texts.get(path) };
}

/** Operations of one small description. */
export async function operationsOf(document: Record<string, unknown>, settings: Api = api) {
  const files = filesOf({ 'openapi.json': { openapi: '3.1.0', ...document } });
  const { description, problems } = await readDescription('openapi.json', files);
  if (!description) throw new Error(problems[0]?.reason ?? 'no description');
  const read = readOperations(description, settings);
  return { ...read, first: read.operations[0]?.operation };
}
