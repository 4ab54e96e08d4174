import { readPageRecords } from './output/read.ts';
import { readSynonyms } from './rewrite-search.ts';
import {
  type FailedSearch,
  type FollowedSearch,
  type ProposedSynonyms,
  proposeSynonyms,
} from './search/propose.ts';
import { readSynonyms as readGroups, writeSynonyms } from './search/synonyms.ts';
import { vocabulary } from './search/vocabulary.ts';

/** Proposes synonyms for a built site from searches of its readers; a language at a time. */
export function proposeForSite(
  built: { readonly out: string; readonly deployment: string },
  searches: {
    readonly failed: readonly (FailedSearch & { readonly language: string })[];
    readonly followed: readonly (FollowedSearch & { readonly language: string })[];
  },
): readonly ProposedSynonyms[] {
  const records = readPageRecords(built.out, built.deployment).filter(
    ({ search, hidden, protected: isProtected }) => search && !hidden && !isProtected,
  );
  const own = readSynonyms(built.out, built.deployment);
  const all = [...searches.failed, ...searches.followed];
  const languages = new Set(all.map(({ language }) => language));
  const proposed = [...languages].sort().flatMap((language) => {
    const isOf = (one: { readonly language: string }) => one.language === language;
    const general = vocabulary[language.slice(0, 2)] ?? '';
    const synonyms = readGroups(writeSynonyms({ general, own }, language));
    return proposeSynonyms(
      { failed: searches.failed.filter(isOf), followed: searches.followed.filter(isOf) },
      records,
      { language, synonyms },
    );
  });
  return proposed.sort((a, b) => b.times - a.times);
}
