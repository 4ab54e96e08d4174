import { createHash } from 'node:crypto';
import type { Frontmatter, Page, Visibility } from '../../schema/site.ts';
import { writeExact } from './exact-json.ts';
import { readFields } from './front.ts';
import { withRest } from './join.ts';
import { defined } from './json.ts';
import type { DescribedOperation } from './operations.ts';
import type { Description } from './read.ts';
import { leadOf } from './text.ts';

const generated = new WeakMap<DescribedOperation, Map<string, Page>>();

/** The same page for the same operation in the same place. */
export function generatedPage(
  path: string,
  entry: DescribedOperation,
  description: Description,
  language: string,
): Page {
  const all = generated.get(entry) ?? new Map<string, Page>();
  const kept = all.get(path);
  if (kept?.language === language) return kept;
  const page = makePage(path, entry, description, language);
  generated.set(entry, all.set(path, page));
  return page;
}

function makePage(
  path: string,
  entry: DescribedOperation,
  description: Description,
  language: string,
): Page {
  const { operation, content = '' } = entry;
  const metadata = readFields(entry.metadata);
  const title = metadata.title ?? operation.summary ?? operation.operationId ?? entry.key;
  const lead = metadata.description ? undefined : leadOf(operation.description);
  const frontmatter: Frontmatter = {
    ...metadata,
    title,
    ...defined({
      description: metadata.description ?? lead?.lead,
      deprecated: metadata.deprecated ?? (operation.deprecated || undefined),
      hidden: metadata.hidden ?? (entry.hidden || undefined),
      groups: metadata.groups ?? (entry.groups.length > 0 ? entry.groups : undefined),
    }),
  };
  const hash = createHash('sha256')
    .update(writeExact([operation, frontmatter, content]))
    .digest('hex');
  return {
    path,
    file: { path: description.source, text: content, hash },
    format: 'mdx',
    frontmatter,
    title,
    language,
    bodyOffset: 0,
    uses: [...description.documents.keys()],
    words: countWords(`${operation.description ?? ''} ${content}`, language),
    operation: withRest(operation, lead),
    visibility: visibilityOf(frontmatter),
  };
}

/** As if it were in the navigation; this is corrected where the navigation is known. */
function visibilityOf(front: Frontmatter): Visibility {
  const shown = front.hidden !== true;
  const indexed = shown && front.noindex !== true;
  const searched = indexed && front.searchable !== false;
  return {
    sidebar: shown,
    search: searched,
    sitemap: indexed,
    engines: indexed,
    assistant: searched,
    llms: indexed,
  };
}

function countWords(text: string, language: string): number {
  let words = 0;
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  }
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) words += 1;
  return words;
}
