import type { Deployment, FormerAddress, PageRecord } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import { findContent, readContentNow } from '../output/contents.ts';
import { findLine } from '../output/lines.ts';
import type { OutlineLine } from '../output/outline.ts';
import { type Previous, readText } from '../output/previous.ts';
import type { LiveSite } from './types.ts';

/** What readers get of a deployment; undefined if it can't be read. */
export function liveSite({ manifest, layout }: Previous): LiveSite | undefined {
  const deployment = parsed<Deployment>(layout.deployment);
  if (!deployment) return undefined;
  return {
    pages: new Map(Object.entries(manifest.pages)),
    redirects: manifest.redirects,
    basePath: deployment.basePath,
    commit: deployment.commitSha,
    former: parsed<FormerAddress[]>(layout.former) ?? [],
    added: addedTo(deployment, parsed<Config>(layout.config)),
    record(path) {
      const line = findLine(layout.outline, path);
      const { record = '' } = line === undefined ? {} : (JSON.parse(line) as OutlineLine);
      const content = findContent(layout.contents, record);
      return content && (JSON.parse(readContentNow(content).toString('utf8')) as PageRecord);
    },
  };
}

function addedTo({ languages = [], sourceLanguage }: Deployment, config?: Config): Set<string> {
  const configured = [sourceLanguage, ...(config?.i18n.languages ?? [])];
  return new Set(languages.filter((code) => !configured.includes(code)));
}

function parsed<T>(file: string): T | undefined {
  const text = readText(file);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
