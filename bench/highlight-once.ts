// Started by `highlight.ts`: colours blocks of code, or builds a site, in a process of its own.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  createJavaScriptRegexEngine,
  createOnigurumaEngine,
  defaultJavaScriptRegexConstructor,
} from 'shiki';
import { createHighlighterCore } from 'shiki/core';
import { bundledLanguages } from 'shiki/langs';
import { bundledThemes } from 'shiki/themes';
import { main } from '../cli.ts';
import { grammarOf } from '../pipeline/site/code/languages.ts';

const theme = 'github-light-default';
/** Milliseconds of CPU in which patterns of grammars were translated to JavaScript's. */
let translating = 0;
const engines = {
  javascript: () =>
    createJavaScriptRegexEngine({
      forgiving: true,
      regexConstructor: (pattern) => {
        const start = process.cpuUsage();
        try {
          return defaultJavaScriptRegexConstructor(pattern);
        } finally {
          const { user, system } = process.cpuUsage(start);
          translating += (user + system) / 1e3;
        }
      },
    }),
  precompiled: () => createJavaScriptRegexEngine({ forgiving: true }),
  oniguruma: () => createOnigurumaEngine(import('shiki/wasm')),
} as const;

const [kind = '', from = '', out = ''] = process.argv.slice(2);
const hashes: string[] = [];
if (kind === 'build') await main(['node', 'docent', 'build', from, '--out', out, '--json']);
else await colour(kind as keyof typeof engines, JSON.parse(readFileSync(from, 'utf8')));
const { userCPUTime, systemCPUTime } = process.resourceUsage();
console.error(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e3, translating, hashes }));

async function colour(
  engine: keyof typeof engines,
  blocks: readonly { readonly language: string; readonly code: string }[],
): Promise<void> {
  const core = await createHighlighterCore({
    themes: [bundledThemes[theme]],
    langs: [],
    engine: engines[engine](),
  });
  const known = new Set<string>();
  for (const { language, code } of blocks) {
    const lang = grammarOf(language);
    if (lang === undefined) continue;
    if (!known.has(lang)) {
      const { default: grammars } =
        engine === 'precompiled'
          ? await import(`@shikijs/langs-precompiled/${lang}`)
          : await bundledLanguages[lang as keyof typeof bundledLanguages]();
      await core.loadLanguage(grammars);
      known.add(lang);
    }
    const lines = core.codeToTokensBase(code, { lang, theme, tokenizeTimeLimit: 0 });
    const letters = lines.map((line) =>
      line.flatMap((token) => Array.from(token.content, () => token.color)),
    );
    hashes.push(createHash('sha256').update(JSON.stringify(letters)).digest('hex'));
  }
}
