import { deploymentFormat, type ManifestFile, type PageRecord } from '../../schema/build.ts';
import { given } from '../../schema/given.ts';
import type { ProxyRules } from '../../schema/proxy.ts';
import type { Page, Site } from '../../schema/site.ts';
import { inlineScripts } from './encode.ts';
import type { Content, OutputFile } from './output-file.ts';
import type { SiteReader } from './read.ts';
import { typeOf } from './types.ts';

/**
 * A deployment in memory: hashes are unknown until a file is requested, so browsers cache nothing.
 */
export function memoryReader(
  site: Site,
  files: readonly OutputFile[],
  made: {
    readonly version: string;
    readonly recordOf: (page: Page) => PageRecord;
    readonly proxyRules: () => ProxyRules | undefined;
    /** Folders of languages, looked for where no page answers. */
    readonly folders: () => Readonly<Record<string, string>>;
  },
): SiteReader {
  const entries = new Map<string, ManifestFile>();
  for (const file of files) {
    if (!entries.has(file.address)) entries.set(file.address, new MemoryFile(file));
  }
  const page = (path: string) => {
    const found = site.pages.get(path);
    return found && made.recordOf(found);
  };
  const first = site.navigation.first?.replace(/\/index$/, '');
  const home = site.pages.has('index') ? undefined : first;
  return {
    deployment: {
      id: 'dev',
      format: deploymentFormat,
      status: 'completed',
      createdAt: new Date().toISOString(),
      duration: 0,
      branch: '',
      commitSha: '',
      pagesBuilt: site.pages.size,
      docent: made.version,
      sourceLanguage: site.language,
      basePath: site.config.hosting.basePath,
    },
    config: site.config,
    routes: {
      redirects: site.redirects,
      ...given({ home }),
      get folders() {
        return made.folders();
      },
    },
    proxyRules: made.proxyRules,
    file: (address) => entries.get(address),
    page,
    record: page,
    pages: async function* () {
      for (const path of site.pages.keys()) {
        const found = page(path);
        if (found) yield found;
      }
    },
    content: async (file: ManifestFile) =>
      file instanceof MemoryFile ? await file.make() : new Uint8Array(),
  };
}

/** An entry of the manifest whose content is created on demand. */
class MemoryFile implements ManifestFile {
  readonly source: OutputFile;
  readonly path: string;
  readonly hash = '';
  readonly bytes = 0;
  readonly type: string;
  readonly immutable = false;
  readonly protected?: true;
  /** Known when the content is made. */
  scripts: readonly string[] = [];

  constructor(source: OutputFile) {
    this.source = source;
    this.path = source.path;
    this.type = typeOf(source.path);
    if (source.protected) this.protected = true;
  }

  /** The content, and the scripts that are in it. */
  async make(): Promise<Uint8Array> {
    const bytes = bytesOf(await this.source.content());
    if (this.type.startsWith('text/html')) this.scripts = inlineScripts(bytes);
    return bytes;
  }
}

function bytesOf(content: Content): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  if (content instanceof Uint8Array) return content;
  if (!('parts' in content)) return content.bytes;
  return Buffer.concat(content.parts.map(({ make }) => make().bytes));
}
