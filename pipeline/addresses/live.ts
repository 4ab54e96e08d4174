import type { Deployment, FormerAddress, PageRecord } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import { findLine } from '../output/lines.ts';
import { recordAt } from '../output/outline.ts';
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
      return line === undefined
        ? undefined
        : (JSON.parse(recordAt(layout.pages, JSON.parse(line))) as PageRecord);
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
