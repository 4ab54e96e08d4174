import type { Manifest, ManifestFile } from '../../schema/build.ts';
import type { Site } from '../../schema/site.ts';
import { inlineScripts } from './encode.ts';
import type { SiteReader } from './read.ts';
import { typeOf } from './types.ts';
import type { OutputFile } from './write.ts';

/** A deployment in memory: hashes are unknown before somebody asks, so nothing is kept by browsers. */
export function memoryReader(
  site: Site,
  files: readonly OutputFile[],
  version: string,
): SiteReader {
  const entries: Record<string, ManifestFile> = {};
  for (const file of files) {
    const entry = new MemoryFile(file);
    entries[file.address] ??= entry;
  }
  const pages: Record<string, Manifest['pages'][string]> = {};
  for (const page of site.pages.values()) {
    pages[page.path] = {
      title: page.title,
      sourceHash: page.file.hash,
      file: page.file.path,
      htmlHash: '',
      contentHash: '',
    };
  }
  const first = site.navigation.first?.replace(/\/index$/, '');
  const home = site.pages.has('index') ? undefined : first;
  return {
    deployment: {
      id: 'dev',
      status: 'completed',
      createdAt: new Date().toISOString(),
      duration: 0,
      branch: '',
      commitSha: '',
      pagesBuilt: site.pages.size,
      docent: version,
      sourceLanguage: site.language,
      basePath: site.config.hosting.basePath,
    },
    config: site.config,
    manifest: {
      pages,
      files: entries,
      redirects: site.redirects,
      ...(home === undefined ? {} : { home }),
    },
    content: async (file: ManifestFile) => {
      const content = file instanceof MemoryFile ? await file.source.content() : '';
      if (typeof content === 'string') return Buffer.from(content);
      return content instanceof Uint8Array ? content : content.bytes;
    },
  };
}

/** An entry of the manifest whose content is made when somebody asks for it. */
class MemoryFile implements ManifestFile {
  readonly source: OutputFile;
  readonly path: string;
  readonly hash = '';
  readonly bytes = 0;
  readonly type: string;
  readonly immutable = false;
  readonly encodings = [];
  readonly protected?: true;

  constructor(source: OutputFile) {
    this.source = source;
    this.path = source.path;
    this.type = typeOf(source.path);
    if (source.protected) this.protected = true;
  }

  /** Asked for just before the content itself. */
  get scripts(): readonly string[] {
    if (!this.type.startsWith('text/html')) return [];
    const content = this.source.content();
    return typeof content === 'string' ? inlineScripts(content) : [];
  }
}
