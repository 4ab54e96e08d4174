import type { Config } from '../../../schema/config/config.ts';
import type { Site } from '../../../schema/site.ts';
import type { RenderTools } from '../components/page-context.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import { readCodeTheme } from './theme.ts';

/** As much of a site as the colours of its code depend on. */
export interface StyledSite {
  readonly config: Pick<Config, 'styling'>;
  readonly snippets: Site['snippets'];
}

const highlighters = new WeakMap<
  RenderTools,
  {
    readonly look: string;
    readonly snippets: Site['snippets'];
    readonly made: Promise<Highlighter>;
  }
>();

/** One highlighter for all pages; `docent dev` may change themes or grammars while the tools stay. */
export function highlighterOf(site: StyledSite, tools: RenderTools): Promise<Highlighter> {
  const { codeblocks } = site.config.styling;
  const { snippets } = site;
  const look = JSON.stringify(codeblocks);
  const known = highlighters.get(tools);
  const sameGrammars = codeblocks.customLanguages.length === 0 || known?.snippets === snippets;
  if (known?.look === look && sameGrammars) return known.made;
  const made = readCodeTheme(site.config.styling).then((theme) =>
    createHighlighter(theme, tools.cache, readGrammars(site, tools)),
  );
  highlighters.set(tools, { look, snippets, made });
  return made;
}

/** The site's own grammars; one that is no grammar is left out. */
function readGrammars(site: StyledSite, tools: RenderTools): never[] {
  return site.config.styling.codeblocks.customLanguages.flatMap((path) => {
    const plain = path.replace(/^\.?\//, '');
    const text = site.snippets.get(plain)?.text ?? tools.readAsset?.(plain);
    try {
      const grammar: unknown = JSON.parse(text ?? 'null');
      if (typeof grammar !== 'object' || grammar === null || !('scopeName' in grammar)) return [];
      const name = 'name' in grammar ? String(grammar.name).toLowerCase() : plain;
      return [{ ...grammar, name } as never];
    } catch {
      return [];
    }
  });
}
