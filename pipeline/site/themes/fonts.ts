import { siteAddress } from '../../../schema/address.ts';
import type { Config } from '../../../schema/config/config.ts';
import type { Font } from '../../../schema/config/fonts.ts';
import type { HostedFonts } from '../../../schema/site.ts';
import { cssText } from './css-text.ts';
import { faces, looks } from './look.ts';

const emoji = '"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji"';

// Faces by script, for `:lang()`; the system's own choice is poor for these languages.
const scripts: readonly (readonly [languages: readonly string[], faces: string])[] = [
  [
    ['zh'],
    '"PingFang SC","Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC"',
  ],
  [
    ['zh-Hant', 'zh-TW', 'zh-HK'],
    '"PingFang TC","Microsoft JhengHei UI","Noto Sans CJK TC","Noto Sans TC"',
  ],
  [
    ['ja'],
    '"Hiragino Sans","BIZ UDPGothic","Yu Gothic UI",Meiryo,"Noto Sans CJK JP","Noto Sans JP"',
  ],
  [['ko'], '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Noto Sans KR"'],
  [['ar', 'fa', 'ur'], '"SF Arabic","Geeza Pro","Segoe UI","Noto Sans Arabic",Tahoma'],
  [['he'], '"SF Hebrew","Arial Hebrew","Segoe UI","Noto Sans Hebrew"'],
  [['th'], 'Thonburi,"Leelawadee UI","Noto Sans Thai",Loma'],
];

const formats: Readonly<Record<string, string>> = {
  woff2: 'woff2',
  woff: 'woff',
  ttf: 'truetype',
  otf: 'opentype',
};

/** What a stack of faces ends with. */
const generic = {
  sans: 'sans-serif',
  serif: 'serif',
  mono: 'monospace',
  condensed: 'sans-serif',
} as const;

/** The three faces an author can set, those without a family or source left out. */
function authorFonts(config: Config): readonly Font[] {
  const { heading, body, ...all } = config.fonts;
  return [all, body, heading].filter((font): font is Font => font !== undefined);
}

/** What `fonts.*.source` names, as written. */
export function fontSources(config: Config): readonly string[] {
  return authorFonts(config).flatMap((font) => font.source ?? []);
}

/** The scripts that a site's languages are written in, as selectors of elements in them, with their faces. */
function scriptsOf(languages: readonly string[]): readonly (readonly [string, string])[] {
  return scripts.flatMap(([tags, faces]) => {
    const isWritten = tags.some((tag) =>
      languages.some((language) => language === tag || language.startsWith(`${tag}-`)),
    );
    return isWritten ? [[tags.map((tag) => `:lang(${tag})`).join(), faces] as const] : [];
  });
}

/** Custom properties of the faces, `@font-face` rules of font files, and the stacks of the site's languages. */
export function fontStyles(
  config: Config,
  hosted?: HostedFonts,
  languages: readonly string[] = [],
): string {
  const { heading, body, family, weight } = config.fonts;
  const text = familyName(body?.family ?? family);
  const title = familyName(heading?.family ?? family);
  const front = text ? `${text},` : '';
  const titleFront = title ? `${title},` : '';
  const bodyWeight = weightsOf(body?.weight ?? weight)?.[0];
  const headingWeight = weightsOf(heading?.weight ?? weight)?.at(-1);
  const look = looks[config.theme];
  const written = scriptsOf(languages);
  const textFace = look.face?.text ?? 'sans';
  const headingFace = look.face?.heading ?? textFace;
  const stack = (face: keyof typeof faces): string =>
    `${face === 'condensed' ? `${faces.condensed},${faces.sans}` : faces[face]},var(--script-faces)${generic[face]}`;
  return [
    fontFaces(config, hosted),
    `${[':root', ...written.map(([selector]) => selector)].join()}{--sans:${front}${stack(textFace)},${emoji};--heading-face:${titleFront}${stack(headingFace)},${emoji};--mono:${stack('mono')}}`,
    `:root{--script-faces: ;--weight:${bodyWeight ?? '400'};--heading-weight:${headingWeight ?? look.weight?.heading ?? 650};--title-weight:${headingWeight ?? look.weight?.title ?? 700}}`,
    ...written.map(([selector, faces]) => `${selector}{--script-faces:${faces},}`),
  ].join('\n');
}

/** Addresses of the stylesheets that `fonts.*.source` names: a document links them. */
export function fontSheets(config: Config, hosted?: HostedFonts): readonly string[] {
  const sources = fontSources(config);
  return [...new Set(sources)]
    .filter((source) => !isFontFile(source))
    .map((source) => hosted?.sources[source] ?? source)
    .map((source) => siteAddress(source, config.hosting.basePath));
}

/** Addresses of the font files of the repository: a document preloads them. */
export function fontFiles(config: Config, hosted?: HostedFonts): readonly string[] {
  const sources = fontSources(config);
  return [...new Set(sources)]
    .filter((source) => isFontFile(source))
    .map((source) => hosted?.sources[source] ?? source)
    .map((source) => siteAddress(source, config.hosting.basePath));
}

function fontFaces(config: Config, hosted: HostedFonts | undefined): string {
  return authorFonts(config)
    .flatMap((font) => {
      const family = familyName(font.family);
      if (!family || !font.source || !isFontFile(font.source)) return [];
      const address = siteAddress(
        hosted?.sources[font.source] ?? font.source,
        config.hosting.basePath,
      ).replace(/["\\\n]/g, '');
      const extension = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(font.source)?.[1]?.toLowerCase() ?? '';
      const format = formats[font.format ?? ''] ?? formats[extension] ?? 'woff2';
      // Without a weight the file is taken to be variable: one face for all weights.
      const weight = fontWeight(font.weight) ?? '100 900';
      return `@font-face{font-family:${family};src:url("${address}") format("${format}");font-weight:${weight};font-display:swap}`;
    })
    .join('\n');
}

/** Whether a source is one font file rather than a style sheet of faces. */
export function isFontFile(source: string): boolean {
  return /\.(woff2?|ttf|otf)(?:[?#]|$)/i.test(source);
}

function familyName(family: string | undefined): string | undefined {
  const clean = family?.replace(/["'\\<>{};]/g, '').trim();
  if (!clean) return undefined;
  return clean
    .split(',')
    .map((name) => `"${name.trim()}"`)
    .join(',');
}

/** The lightest and the heaviest of the weights that a face has: text takes the one, headings the other. */
function weightsOf(weight: string | number | undefined): readonly string[] | undefined {
  return fontWeight(weight)?.split(' ');
}

function fontWeight(weight: string | number | undefined): string | undefined {
  const text = cssText(weight === undefined ? undefined : String(weight));
  return text && /^(normal|bold|\d{1,4}( \d{1,4})?)$/.test(text) ? text : undefined;
}
