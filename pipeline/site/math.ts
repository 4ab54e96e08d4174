import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { messageOf } from '../../schema/errors.ts';
import { escapeHtml } from '../../schema/html.ts';

// Loaded by the first formula: most sites have none.
const load = createRequire(import.meta.url);

/** A formula as MathML; an invalid formula is shown as written, with the reason. */
export function renderMath(
  tex: string,
  display: boolean,
): { readonly html: string; readonly error?: string } {
  const file = `./math-library${extname(import.meta.filename)}`;
  const { temml } = load(file) as typeof import('./math-library.ts');
  try {
    const html = temml.renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      annotate: true,
      maxExpand: 1000,
    });
    return { html: display ? block(html) : html };
  } catch (error) {
    // The library ends its sentences with a position in the TeX, and repeats some or all of it.
    const reason = messageOf(error)
      .split('\n')[0]
      ?.replace(/^ParseError:/, '')
      .replace(/ at (?:position \d+|end of input):.*$/, '')
      .trim();
    const shown = `<code class="math-error" dir="ltr">${escapeHtml(tex)}</code>`;
    return {
      html: display ? block(shown) : shown,
      error: reason ?? "Can't parse the formula",
    };
  }
}

/** A formula on lines of its own. It may be part of a paragraph, so it is made of what a paragraph may hold. */
function block(html: string): string {
  return `<span class="math-block" tabindex="0" dir="ltr">${html}</span>`;
}
