import { element } from '../element.ts';

// Decision: code of answers is coloured here, by 1 KB that is loaded with the first block. The server
// would need the highlighter of builds and its grammars, 60 MB of memory that it never loads, and would have to send
// markup in a stream of Markdown that other clients read as well. What is coloured: comments, texts, numbers, keywords
// and the names of keys, tags and options, in the families of languages that documentation has.

type Kind = 'comment' | 'text' | 'number' | 'keyword' | 'name';

/** Patterns by what they find; the first that matches at a place wins. */
type Family = readonly (readonly [Kind, RegExp])[];

const text: Family[number] = ['text', /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/];
const number: Family[number] = ['number', /\b(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?)\b/i];
const constant: Family[number] = [
  'number',
  /\b(?:true|false|null|undefined|nil|None|True|False|this|self)\b/,
];
const tag: Family[number] = ['name', /<\/?[A-Za-z][\w.:-]*|\/?>/];
const keyword: Family[number] = [
  'keyword',
  /\b(?:abstract|as|async|await|break|case|catch|class|const|continue|def|default|defer|delete|do|elif|else|enum|except|export|extends|final|finally|fn|for|from|func|function|go|if|impl|implements|import|in|interface|is|lambda|let|match|mut|namespace|new|not|of|or|and|package|pass|private|protected|pub|public|raise|return|static|struct|super|switch|throw|throws|trait|try|type|typeof|use|using|var|void|when|where|while|with|yield)\b/,
];

const braces: Family = [
  ['comment', /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/],
  ['text', /`(?:\\[\s\S]|[^`\\])*`/],
  text,
  constant,
  keyword,
  number,
];
const script: Family = [
  ['comment', /(?<![^\s])#.*/],
  ['text', /'''[\s\S]*?(?:'''|$)|"""[\s\S]*?(?:"""|$)/],
  text,
  constant,
  keyword,
  number,
];
const shell: Family = [
  ['comment', /(?<![^\s])#.*/],
  text,
  ['number', /\$(?:\w+|\{[^}]*\})/],
  ['name', /(?<=\s)--?[A-Za-z][\w-]*/],
  ['keyword', /\b(?:case|do|done|elif|else|esac|export|fi|for|function|if|in|then|while)\b/],
];
const data: Family = [
  ['comment', /\/\/.*|(?<![^\s])#.*/],
  ['name', /"(?:\\.|[^"\\\n])*"(?=\s*:)|^[ \t-]*[\w.-]+(?=\s*[:=](?:\s|$))|^\[.+\]$/m],
  text,
  constant,
  number,
];
const markup: Family = [
  ['comment', /<!--[\s\S]*?(?:-->|$)/],
  tag,
  ['number', /(?<=\s)[\w:@-]+(?==["'{])/],
  text,
];
const query: Family = [
  ['comment', /--.*|\/\*[\s\S]*?(?:\*\/|$)/],
  text,
  [
    'keyword',
    /\b(?:add|alter|and|as|asc|by|create|delete|desc|distinct|drop|from|group|having|in|index|inner|insert|into|is|join|key|left|limit|not|null|on|or|order|primary|references|returning|right|select|set|table|union|update|values|where|with)\b/i,
  ],
  number,
];

const families: readonly (readonly [Family, string])[] = [
  [
    braces,
    'js mjs cjs javascript ts typescript java kotlin swift c cpp c++ cs csharp go rust rs php scala dart css scss less',
  ],
  [[tag, ...braces], 'jsx tsx'],
  [script, 'py python rb ruby elixir perl r julia'],
  [shell, 'sh bash zsh shell console dockerfile makefile'],
  [data, 'json jsonc json5 yaml yml toml ini env properties'],
  [markup, 'html xml svg vue svelte astro md markdown mdx'],
  [query, 'sql'],
];

/** Longer code stays plain: it is drawn again with each word that arrives. */
const most = 20_000;

/** Colours the code of an element, if its language is known. */
export function colorCode(block: HTMLElement, language: string): void {
  const code = block.textContent ?? '';
  const name = language.toLowerCase();
  const family = families.find(([, names]) => names.split(' ').includes(name))?.[0];
  if (!family || code.length > most) return;
  const flags = new Set(['g', 'm', ...family.flatMap(([, { flags }]) => [...flags])]);
  const all = new RegExp(
    family.map(([, { source }]) => `(${source})`).join('|'),
    [...flags].join(''),
  );
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const found of code.matchAll(all)) {
    const kind = family[found.slice(1).findIndex((group) => group !== undefined)]?.[0];
    parts.push(code.slice(at, found.index), element('span', { class: `is-${kind}` }, found[0]));
    at = found.index + found[0].length;
  }
  block.replaceChildren(...parts, code.slice(at));
}
