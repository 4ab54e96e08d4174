import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** The parser that is exact about errors. */
export function createProcessor(format: 'mdx' | 'md') {
  const processor = unified().use(remarkParse).use(remarkGfm);
  return format === 'md' ? processor : processor.use(remarkMdx);
}
