import type { ManifestPage } from '../../schema/build.ts';
import type { Page, Site } from '../../schema/site.ts';
import type { Cache } from '../cache/cache.ts';
import type { DeploymentWriter } from '../output/write.ts';
import { mostPending } from './copy-files.ts';
import type { EncodedDocument } from './render-job.ts';
import type { KnownDocument, RenderedSite } from './render-site.ts';
import { pageFiles } from './site-files.ts';

/** Writes pages as they are made, in whatever order threads finish them. */
export class PageWriter {
  private readonly writer: DeploymentWriter;
  private readonly site: Site;
  private readonly cache: Cache;
  private readonly done = new Map<string, KnownDocument>();
  private readonly writing = new Set<Promise<unknown>>();
  private failure: unknown;

  constructor(writer: DeploymentWriter, site: Site, cache: Cache) {
    this.writer = writer;
    this.site = site;
    this.cache = cache;
  }

  /** Keeps the files of a page that is as it was, if the live deployment has them. */
  known = (page: Page, document: KnownDocument): boolean => {
    if (!this.writer.hasRecord(page.path, document.record)) return false;
    const nothing = () => '';
    const files = pageFiles(page, this.site, {
      htmlHash: document.html,
      twinHash: document.twin,
      html: nothing,
      twin: nothing,
    });
    if (!this.writer.keep(files)) return false;
    this.writer.addRecord(page.path, document.record);
    this.done.set(page.path, document);
    return true;
  };

  /** Doesn't wait for the disk, unless too much waits for it already. */
  made = async (page: Page, document: EncodedDocument, key: string): Promise<void> => {
    this.begin(this.write(page, document, key));
    while (this.writing.size > mostPending) await Promise.race(this.writing);
    if (this.failure !== undefined) throw this.failure;
  };

  async settle(): Promise<void> {
    await Promise.all(this.writing);
    if (this.failure !== undefined) throw this.failure;
  }

  private begin(work: Promise<unknown>): void {
    const done = work
      .catch((error) => {
        this.failure ??= error;
      })
      .finally(() => this.writing.delete(done));
    this.writing.add(done);
  }

  private async write(page: Page, document: EncodedDocument, key: string): Promise<void> {
    const { html, twin, record, recordHash } = document;
    const files = pageFiles(page, this.site, { html: () => html, twin: () => twin });
    const [main, other] = await Promise.all(files.map((file) => this.writer.add(file)));
    const known: KnownDocument = {
      html: main?.hash ?? '',
      twin: other?.hash ?? '',
      record: recordHash,
    };
    this.done.set(page.path, known);
    this.cache.set('document', key, known);
    this.writer.addRecord(page.path, recordHash, record);
  }

  manifest(rendered: RenderedSite): Record<string, ManifestPage> {
    const pages: Record<string, ManifestPage> = {};
    for (const page of this.site.pages.values()) {
      pages[page.path] = {
        title: page.title,
        sourceHash: page.file.hash,
        file: page.file.path,
        htmlHash: this.done.get(page.path)?.html ?? '',
        contentHash: rendered.facts.get(page.path)?.contentHash ?? '',
      };
    }
    return pages;
  }
}
