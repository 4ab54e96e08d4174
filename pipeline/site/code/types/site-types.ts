import type { RenderCache, RenderTools } from '../../components/page-context.ts';
import type { CodeTypes, TypedCode } from './code-types.ts';
import { packagesIn, packageVersions } from './package-types.ts';
import type { TypesAnswer } from './thread.ts';

/** Types of the code of a site, as far as they are known. */
export interface SiteTypes {
  /** What is known of a block; undefined when nothing is yet: it is in `missing` then. */
  of(asked: TypedCode, missing: Set<TypedCode>): TypesAnswer | undefined;
  /** Reads types of blocks, so that they are known. */
  load(missing: Iterable<TypedCode>): Promise<void>;
}

/** Version of what is remembered, part of every cache key. */
const version = 1;

/** Longer code is shown without types. */
const longest = 20_000;

const known = new WeakMap<RenderTools, SiteTypes>();

/** Types of blocks, remembered over pages and builds. */
export function siteTypes(tools: RenderTools): SiteTypes {
  const types = known.get(tools) ?? createSiteTypes(tools.cache);
  known.set(tools, types);
  return types;
}

function createSiteTypes(cache: RenderCache): SiteTypes {
  // A block that took too long may work the next time, on a machine that is less busy.
  const failures = new Map<string, TypesAnswer>();
  return {
    of(asked, missing) {
      if (asked.code.length > longest) {
        return { failure: `The code has more than ${longest} characters` };
      }
      const key = keyOf(asked);
      const known = cache.get(key);
      if (known !== undefined) return { types: JSON.parse(known) as CodeTypes };
      const failure = failures.get(key);
      if (!failure) missing.add(asked);
      return failure;
    },
    async load(missing) {
      const { typesApart } = await import('./apart.ts');
      // A page and its Markdown ask for the same blocks.
      const blocks = new Map(Array.from(missing, (asked) => [keyOf(asked), asked]));
      for (const [key, asked] of blocks) {
        const answer = await typesApart(asked);
        if ('types' in answer) cache.set(key, JSON.stringify(answer.types));
        else failures.set(key, answer);
      }
    },
  };
}

function keyOf({ code, language, dir }: TypedCode): string {
  const versions = dir === undefined ? '' : packageVersions(dir, packagesIn(code));
  return `types:${version}:${language}:${versions}:${code}`;
}
