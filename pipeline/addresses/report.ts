import type { Problem } from '../../schema/errors.ts';
import { addressOf, type ProposedRedirect, proposedRedirects } from './folders.ts';
import type { Clue, LostAnchor, LostPage, NextSite } from './types.ts';

/** Lost addresses as they are reported. */
export interface LostAddresses {
  readonly pages: readonly LostPage[];
  readonly anchors: readonly LostAnchor[];
  readonly redirects: readonly ProposedRedirect[];
}

/** Lost pages and anchors, and the redirects that would answer them. */
export function lostAddresses(
  pages: readonly LostPage[],
  anchors: readonly LostAnchor[],
  next: Pick<NextSite, 'pages'>,
): LostAddresses {
  return { pages, anchors, redirects: proposedRedirects(pages, next) };
}

/** What a clue says, after the new place. */
export const clueWords: Readonly<Record<Clue, string>> = {
  renamed: 'its file was renamed',
  title: 'it has the same title',
  text: 'it has most of the text',
  name: 'it has the same name',
  version: 'it is the same page of another version',
  translation: 'it is the same page in another language',
  folder: 'other pages of the folder moved there',
  place: 'it is in the same place on the page',
  before: 'an earlier build found it',
};

/** Problems of the author: one for a page or an anchor, one for a folder that has moved. */
export function addressProblems(
  { pages, anchors, redirects }: LostAddresses,
  severity: 'warning' | 'error',
): Problem[] {
  const problem = (ruleId: string, file: string, reason: string, note: string): Problem => ({
    ...{ severity, source: 'output', ruleId, file, reason, note },
  });
  return [
    ...redirects.map(({ source, destination, pages: all }) => {
      const clue = all[0]?.likely?.clue;
      const count = all.length > 1 ? ` (${all.length} pages)` : '';
      return problem(
        'lost-address',
        'docs.json',
        `No page or redirect answers ${source}${count}, which was live in the last build`,
        `Redirect it to ${destination}${clue && all.length === 1 ? `: ${clueWords[clue]}` : ''}. "docent redirects --fix" does it.`,
      );
    }),
    ...pages
      .filter(({ likely }) => !likely)
      .map(({ path, title }) =>
        problem(
          'lost-address',
          'docs.json',
          `No page or redirect answers ${addressOf(path)} ("${title}"), which was live in the last build`,
          'Redirect it to the page that its readers should see instead.',
        ),
      ),
    ...anchors.map(({ file, anchor, heading, likely }) =>
      problem(
        'lost-anchor',
        file,
        `The page has no #${anchor} ("${heading}") any more, which was live in the last build`,
        likely
          ? `Write <a id="${anchor}" /> before the section #${likely.to}: ${clueWords[likely.clue]}. "docent redirects --fix" does it.`
          : `Write <a id="${anchor}" /> where its readers should arrive.`,
      ),
    ),
  ];
}
