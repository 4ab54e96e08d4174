import type { PageRecord } from '../../../schema/build.ts';

/** A page record of a test: a path, a text, and whatever else matters. */
export function record(path: string, text: string, more: Partial<PageRecord> = {}): PageRecord {
  return {
    path,
    url: `/${path}`,
    file: `${path}.mdx`,
    title: path,
    description: '',
    language: 'en',
    sourceHash: '',
    words: text.split(/\s+/).length,
    origin: 'file',
    hidden: false,
    search: true,
    assistant: true,
    boost: 1,
    keywords: [],
    groups: [],
    protected: false,
    breadcrumbs: [],
    headings: [],
    links: [],
    sections: [{ id: '', heading: '', trail: [], text, code: '' }],
    ...more,
  };
}

/** A section with a heading. */
export function section(heading: string, text: string, code = ''): PageRecord['sections'][number] {
  const id = heading.toLowerCase().replaceAll(/\W+/g, '-');
  return { id, heading, trail: [heading], text, code };
}
