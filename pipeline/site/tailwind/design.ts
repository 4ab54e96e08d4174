import { readFile } from 'node:fs/promises';
import { packageFile } from '../package-file.ts';

/** Tailwind as the pages of a site know it: its utilities, variants and theme. */
export type Design = Awaited<
  ReturnType<typeof import('tailwindcss')['__unstable__loadDesignSystem']>
>;

/** A rule, an at-rule or a declaration of a utility. */
export type Node = ReturnType<Design['candidatesToAst']>[number][number];

let loading: Promise<Design> | undefined;

/** Loads Tailwind, once and only for a site that may use it. */
export function loadDesign(): Promise<Design> {
  loading ??= load();
  return loading;
}

/** Releases Tailwind with everything it has cached. */
export function forgetDesign(): void {
  loading = undefined;
}

async function load(): Promise<Design> {
  const file = packageFile('tailwindcss/theme.css');
  // The one door to the rules of a single class; the public `compile` knows only all classes together.
  const [{ __unstable__loadDesignSystem: open }, theme] = await Promise.all([
    import('tailwindcss'),
    readFile(file, 'utf8'),
  ]);
  // Values instead of variables: `--text-base` and its like are names of the site's own theme.
  return open(
    [
      theme.replaceAll('@theme default', '@theme default inline'),
      siteTheme,
      darkMode,
      opacityClasses,
    ].join('\n'),
  );
}

/** The site's faces, and the names that the related dialect has for its colours. */
const siteTheme = `@theme inline {
  --font-sans: var(--sans);
  --font-mono: var(--mono);
  --color-primary: var(--accent-mark);
  --text-color-primary: var(--accent-text);
  --color-primary-light: var(--accent-text);
  --color-primary-dark: var(--accent-mark);
  --color-background-light: var(--bg);
  --color-background-dark: var(--bg);
}`;

/** The site's mode; where no script sets it, the system's. Paper is light. */
const darkMode = `@custom-variant dark {
  @media screen {
    &:where([data-mode="dark"] *) { @slot; }
    @media (prefers-color-scheme: dark) {
      &:where(:root:not([data-mode]) *) { @slot; }
    }
  }
}`;

const opacity = (name: string): string =>
  `${name}: calc(--value(integer) * 1%); ${name}: calc(--value([number]) * 100%);`;

/** Version 3 set the opacity of a colour by a second class; `withOpacity` puts both together. */
const opacityClasses = `
@utility bg-opacity-* { ${opacity('--tw-bg-opacity')} }
@utility text-opacity-* { ${opacity('--tw-text-opacity')} }
@utility border-opacity-* { ${opacity('--tw-border-opacity')} }
@utility ring-opacity-* { ${opacity('--tw-ring-opacity')} }
@utility divide-opacity-* { & > :not(:last-child) { ${opacity('--tw-border-opacity')} } }
@utility placeholder-opacity-* { &::placeholder { ${opacity('--tw-text-opacity')} } }
`;
