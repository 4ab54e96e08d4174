import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPages, sourceFolder } from '../../pipeline/output/read.ts';
import {
  failureOfPage,
  sourceHash,
  type TranslateOptions,
  translatePage,
} from '../../pipeline/translate/page.ts';
import type { Db } from '../store/open.ts';
import { storeSnippet, wholeSnippets } from '../store/translated-parts.ts';

/**
 * Translates the snippets that a job's pages include; they are not pages and do not count as such. One that a
 * person has translated, or that is as it was, costs nothing; one that fails stays in the source language.
 */
export async function translateSnippets(
  tools: { readonly db: Db; readonly log: (line: string) => void },
  job: {
    readonly projectId: string;
    readonly language: string;
    /** The only page whose snippets are wanted; those of all pages when null. */
    readonly pagePath: string | null;
    readonly force: boolean;
  },
  site: { readonly out: string; readonly id: string; readonly options: TranslateOptions },
): Promise<void> {
  const { db, log } = tools;
  const { language } = job;
  const folder = sourceFolder(site.out, site.id);
  const known = await wholeSnippets(db, job);
  const wanted = new Set<string>();
  for await (const page of readPages(site.out, site.id)) {
    if (page.translationOf !== undefined || page.language !== site.options.from) continue;
    if (job.pagePath !== null && page.path !== job.pagePath) continue;
    for (const path of page.snippets ?? []) wanted.add(path);
  }
  for (const path of [...wanted].sort()) {
    const file = join(folder, path);
    if (!existsSync(file) || existsSync(join(folder, language, path))) continue;
    const text = readFileSync(file, 'utf8');
    const translatedHash = sourceHash(text);
    if (known.get(path) === translatedHash && !job.force) continue;
    const format = /\.md$/i.test(path) ? 'md' : 'mdx';
    const options = { ...site.options, force: job.force };
    const made = await translatePage({ path, text, format, title: '' }, options);
    if (made.status === 'completed') {
      const where = { projectId: job.projectId, language, path };
      const { text, untranslated } = made;
      await storeSnippet(db, where, { text, translatedHash, untranslated });
    }
    if (made.faults.length > 0) {
      const is = made.status === 'completed' ? 'is partly' : 'is not';
      log(`A snippet ${is} translated into ${language}: ${failureOfPage(path, made.faults)}`);
    }
  }
}
