import type { Page, RenderedBody, Site } from '../../../schema/site.ts';
import { twinEnd } from '../../../schema/twin.ts';
import type { TwinPlaces } from '../../../schema/twin-places.ts';
import { fillVariables, valuesAtBuild } from '../../source/variables.ts';
import { type DirectoryEntry, directoryOf } from '../directory.ts';
import { fillReaderWords, withReaderWords } from '../twin/reader-words.ts';
import { channelMarkdown } from './channel.ts';
import { operationMarkdown } from './operation.ts';
import { fileUrl, markdownUrl } from './site.ts';

/** One page as Markdown: where the index of all pages is, title, description, body. */
export function markdownTwin(page: Page, body: RenderedBody, site: Site): string {
  return fillReaderWords(twinTemplate(page, body, site), site).text;
}

/** Where the choices of readers are in the Markdown of a page. */
export function twinPlaces(page: Page, body: RenderedBody, site: Site): TwinPlaces {
  const { text, places } = fillReaderWords(twinTemplate(page, body, site), site);
  return { length: text.length, places };
}

function twinTemplate(page: Page, body: RenderedBody, site: Site): string {
  const { version } = page.frontmatter;
  const description = page.frontmatter.description?.trim();
  const parts = [
    `# ${line(page.title)}`,
    ...(description ? [`> ${description.replace(/\s*\n\s*/g, '\n> ')}`] : []),
    ...(page.frontmatter.deprecated && !page.operation?.deprecated ? ['**Deprecated**'] : []),
    ...(page.operation && version ? [`Version: ${line(version)}`] : []),
    bodyTemplate(page, body, site),
    directoryMarkdown(page, site),
    twinEnd(fileUrl('llms.txt', site)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What is in the group that the page is the root of, as a list. */
function directoryMarkdown(page: Page, site: Site): string {
  const rows = (entries: readonly DirectoryEntry[], indent: string): string[] =>
    entries.flatMap(({ label, target, description, entries: inner }) => {
      const linked = 'page' in target ? site.pages.get(target.page) : undefined;
      const url = linked ? markdownUrl(linked, site) : 'href' in target ? target.href : '';
      const name = line(label).replace(/[[\]]/g, '\\$&');
      const about = description ? `: ${line(description)}` : '';
      return [`${indent}- [${name}](${url})${about}`, ...rows(inner, `${indent}  `)];
    });
  return rows(directoryOf(page, site)?.entries ?? [], '').join('\n');
}

/** Content below title and description: the author's Markdown, and the operation of API pages. */
export function pageMarkdown(
  page: Page,
  body: RenderedBody,
  site: Pick<Site, 'variables' | 'config'>,
): string {
  return fillReaderWords(bodyTemplate(page, body, site), site).text;
}

function bodyTemplate(
  page: Page,
  body: RenderedBody,
  site: Pick<Site, 'variables' | 'config'>,
): string {
  const own = body.markdown.trim();
  if (!page.operation) return own;
  const { operation } = page;
  const place = own === '' ? '' : ownPlace;
  const described = operation.channel
    ? channelMarkdown(operation, operation.channel, place)
    : operationMarkdown(operation, place);
  const filled = described.includes('{{')
    ? fillVariables(withReaderWords(described, site, 'code'), valuesAtBuild(site))
    : described;
  return filled.replace(ownPlace, () => own);
}

/** Where the author's text goes, whose variables have their values already. */
const ownPlace = '\u0000own\u0000';

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
