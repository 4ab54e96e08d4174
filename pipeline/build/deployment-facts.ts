import {
  type Deployment,
  deploymentFormat,
  type FormerAddress,
  type SiteTranslations,
} from '../../schema/build.ts';
import { given } from '../../schema/given.ts';
import type { ProxyRules } from '../../schema/proxy.ts';
import type { Site } from '../../schema/site.ts';
import type { DeploymentFacts } from '../output/write.ts';
import { siteLabels } from '../translation/site-labels.ts';
import { translationsKey } from '../translation/translations-key.ts';
import type { BuildOptions } from './build-options.ts';
import type { BuildTools } from './build-tools.ts';
import { folderLanguages } from './folder-languages.ts';
import { languageHomes } from './language-homes.ts';
import type { ReadSite } from './read-site.ts';
import type { RenderedPages } from './render-pages.ts';

/** What is noted of a deployment whose files are written. */
export function deploymentFacts(
  { id, startedAt }: BuildTools,
  input: RenderedPages & {
    readonly site: Site;
    readonly read: ReadSite;
    readonly translations: SiteTranslations | undefined;
    readonly proxyRules: ProxyRules | undefined;
    readonly former: readonly FormerAddress[];
  },
  {
    version,
    now,
    rebuild,
    keep,
    configText,
  }: Pick<BuildOptions, 'version' | 'now' | 'rebuild' | 'keep' | 'configText'>,
): DeploymentFacts {
  const { site, read, translations, proxyRules, former, pages, rendered } = input;
  const { branch = '', commitSha = '' } = read.git;
  const shown = translationsKey(translations, site.config.i18n.languages);
  const deployment: Deployment = {
    id,
    format: deploymentFormat,
    status: 'completed',
    createdAt: new Date(startedAt).toISOString(),
    duration: now() - startedAt,
    branch,
    commitSha,
    pagesBuilt: site.pages.size,
    docent: version,
    sourceLanguage: site.language,
    basePath: site.config.hosting.basePath,
    ...(site.origin === undefined ? {} : { origin: site.origin }),
    ...(site.repository === undefined ? {} : { repository: site.repository }),
    ...(shown === undefined ? {} : { translations: shown }),
    ...given({ settings: configText }),
    ...(rebuild === undefined ? {} : { cause: rebuild.cause, rebuildOf: rebuild.of }),
    ...(keep === undefined ? {} : { keep }),
    languages: [...new Set([...site.pages.values()].map(({ language }) => language))],
  };
  const home = site.pages.has('index') ? undefined : site.navigation.first;
  const folders = folderLanguages(site);
  const homes = languageHomes(site);
  return {
    deployment,
    config: site.config,
    ...{ proxyRules, former },
    manifest: {
      pages: pages.manifest(rendered),
      redirects: site.redirects,
      labels: siteLabels(site),
      ...(home === undefined ? {} : { home: home.replace(/\/index$/, '') }),
      ...(Object.keys(folders).length === 0 ? {} : { folders }),
      ...(homes === undefined ? {} : { homes }),
    },
  };
}
