import { describe, expect, test } from 'vitest';
import { utilityStyles } from '../../../../pipeline/site/tailwind/styles.ts';

const plain = { html: '', canvas: false };
const css = (names: string, carrier: { html: string; canvas: boolean } = plain) =>
  utilityStyles(new Set(names.split(' ')), carrier);

describe('utilityStyles', () => {
  test.each([
    ['absolute', 'position:absolute'],
    ['gap-x-4', 'column-gap:calc(0.25rem * 4)'],
    ['grid-cols-3', 'grid-template-columns:repeat(3, minmax(0, 1fr))'],
    ['-mt-2', 'margin-top:calc(0.25rem * -2)'],
    ['mx-auto', 'margin-inline:auto'],
    ['px-1.5', 'padding-inline:calc(0.25rem * 1.5)'],
    ['w-1/2', 'width:calc(1 / 2 * 100%)'],
    ['w-[37px]', 'width:37px'],
    ['size-4', 'width:calc(0.25rem * 4);height:calc(0.25rem * 4)'],
    ['min-w-0', 'min-width:0'],
    ['inset-x-0', 'inset-inline:0'],
    ['bg-[#123]', 'background-color:#123'],
    ['bg-black/10', 'background-color:color-mix(in oklab, #000 10%, transparent)'],
    ['text-[0.9em]', 'font-size:0.9em'],
    ['text-sm', 'font-size:0.875rem'],
    ['leading-[1.1]', 'line-height:1.1'],
    ['font-semibold', 'font-weight:600'],
    ['tracking-tight', 'letter-spacing:-0.025em'],
    ['rounded-2xl', 'border-radius:1rem'],
    ['border', 'border-style:var(--tw-border-style);border-width:1px'],
    ['border-b', 'border-bottom-style:var(--tw-border-style);border-bottom-width:1px'],
    ['text-primary', 'color:var(--accent-text)'],
    ['border-primary/60', 'border-color:color-mix(in oklab, var(--accent-mark) 60%, transparent)'],
    ['truncate', 'overflow:hidden;text-overflow:ellipsis;white-space:nowrap'],
    ['opacity-0', 'opacity:0%'],
    ['duration-300', 'transition-duration:300ms'],
    ['shrink-0', 'flex-shrink:0'],
    ['aspect-[2/1]', 'aspect-ratio:2/1'],
    ['sr-only', 'clip-path:inset(50%)'],
    ['[mask-type:luminance]', 'mask-type:luminance'],
    // Names of version 3.
    ['flex-shrink-0', 'flex-shrink:0'],
    ['flex-grow', 'flex-grow:1'],
    ['overflow-ellipsis', 'text-overflow:ellipsis'],
    ['break-words', 'overflow-wrap:break-word'],
    ['bg-gradient-to-r', 'background-image:linear-gradient(var(--tw-gradient-stops))'],
    ['bg-linear-to-r', 'background-image:linear-gradient(var(--tw-gradient-stops))'],
    ['!mt-0', 'margin-top:0px!important'],
    ['mt-0!', 'margin-top:0px!important'],
    ['max-w-screen-md', 'max-width:48rem'],
    ['bg-[--brand]', 'background-color:var(--brand)'],
    ['bg-opacity-50', '--tw-bg-opacity:calc(50 * 1%)'],
    ['hover:text-opacity-[.35]', '--tw-text-opacity:calc(.35 * 100%)'],
    ['outline-none', 'outline-style:none'],
  ])('%s has the declarations of Tailwind', async (name, declarations) => {
    expect(await css(name)).toContain(declarations);
  });

  test.each([
    ['md:grid-cols-3', '@media (width >= 48rem){.md\\:grid-cols-3:'],
    ['hover:underline', '@media (hover: hover){.hover\\:underline:'],
    ['group-hover:mt-1', ':where(.group):hover'],
    ["before:content-['x']", "::before{--tw-content:'x'"],
    ["before:content-['\\2022']", "::before{--tw-content:'\\2022'"],
    ['2xl:mt-1', '@media (width >= 96rem){.\\32 xl\\:mt-1:'],
    ['[&_p]:m-0', '.\\[\\&_p\\]\\:m-0:is(html body main [class] *) p{margin:0px}'],
    ['[.wide_&]:m-0', '.wide .\\[\\.wide_\\&\\]\\:m-0:is(html body main [class] *){margin:0px}'],
    ['print:hidden', '@media print{.print\\:hidden:'],
    [
      'dark:hidden',
      '.dark\\:hidden:is(html body main *):where([data-mode="dark"] *){display:none}',
    ],
    ['dark:hidden', '@media (prefers-color-scheme: dark){.dark\\:hidden:'],
    ['space-x-4', ':where(.space-x-4 > :not(:last-child)):is(main [class] *){'],
    ['divide-y', ':where(.divide-y > :not(:last-child)):is(main [class] *){'],
    ['animate-spin', '@keyframes spin{to{transform:rotate(360deg);}}'],
    ['bg-(--color-red-500)', ':where(main){--color-red-500:oklch('],
    ['shadow-sm', '--tw-ring-shadow:0 0 #0000'],
  ])('%s holds where Tailwind says', async (name, rule) => {
    expect(await css(name)).toContain(rule);
  });

  test.each([
    'card',
    'hero-title',
    'uo-grid',
    'm4',
    'pt1',
    'tab',
    'col',
    'text-header',
    'group',
    'dark',
    'constructor',
    '__proto__',
    '',
  ])('the name "%s" is the author\'s own', async (name) => {
    expect(await css(name)).toBe('');
  });

  test('opacity classes of version 3 meet the colours of their page', async () => {
    const sheet = await css('bg-black bg-opacity-50 hover:bg-white/10 text-white');
    expect(sheet).toContain(
      'background-color:color-mix(in oklab, #000 var(--tw-bg-opacity), transparent)',
    );
    expect(sheet).toContain('background-color:color-mix(in oklab, #fff 10%, transparent)');
    expect(sheet).toContain('{color:#fff}');
    expect(sheet).toContain('--tw-bg-opacity:100%');
    expect(await css('bg-black')).toContain('background-color:#000}');
  });

  test('a class says nothing outside of the content of a page', async () => {
    const sheet = await css('hidden [&_p,body]:hidden *:hidden md:hidden space-y-2 container');
    const selectors = sheet.match(/[^{}]+(?=\{[^{}@]+\})/g) ?? [];
    expect(selectors.length).toBeGreaterThan(6);
    for (const selector of selectors) expect(selector).toMatch(/main/);
  });

  test('later rules are those of wider screens and of the dark mode', async () => {
    const sheet = await css('dark:p-1 lg:p-2 p-3 sm:p-4 px-5 hover:p-6');
    const order = ['.p-3:', '.px-5:', '.hover\\:p-6:', '.sm\\:p-4:', '.lg\\:p-2:', '.dark\\:p-1:'];
    const places = order.map((part) => sheet.lastIndexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('neighbours share their conditions', async () => {
    const sheet = await css('dark:p-1 dark:m-1 dark:text-white');
    expect(sheet.match(/@media screen/g)).toHaveLength(2);
  });

  test('the sheet is the same whatever was asked before, and in whatever order', async () => {
    const names = 'p-1 [&_a]:m-1 md:p-2 [&_b]:m-2 dark:p-3 bg-red-500 data-[x=y]:p-4'.split(' ');
    const first = await utilityStyles(new Set(names), plain);
    await css('[&_0]:m-1 data-[a=b]:p-1 max-[3px]:p-1 m-1');
    expect(await utilityStyles(new Set(names.reverse()), plain)).toBe(first);
  });

  test('buttons lose the frame of the browser, on a page that has one', async () => {
    expect(await css('px-4', { html: '<button class="px-4">', canvas: false })).toContain(
      ':where(main) :where(.px-4):where(button,input,optgroup,select,textarea,fieldset){margin:0;padding:0;border:0 solid',
    );
    expect(await css('px-4')).not.toContain('button');
  });

  test('a component of the browser may bring any element', async () => {
    const sheet = await css('px-4', { html: '<div data-island="x.jsx">', canvas: false });
    expect(sheet).toContain('button,input');
    expect(sheet).toContain('img,svg');
  });

  test("not-prose alone frees text of the site's look", async () => {
    expect(await css('not-prose')).toContain('.not-prose :where(h1,h2,h3,h4,h5,h6)');
  });

  test('on a blank canvas a text with utilities has no space of its own', async () => {
    const canvas = await css('text-lg', { html: '', canvas: true });
    expect(canvas).toContain('.dc-prose :where(.text-lg):where(p,ul');
    expect(await css('text-lg')).not.toContain('.dc-prose');
  });

  test('on a blank canvas code with a class of its author has no box of the site', async () => {
    const html = '<code class="command">npm i</code>';
    expect(await css('command', { html, canvas: true })).toContain(
      '.dc-prose :where(.command):where(code,kbd){padding:0;border:0;',
    );
    expect(await css('command', { html, canvas: false })).not.toContain('code');
  });

  test('on a blank canvas so has one with a class of its author, with the letters of a heading', async () => {
    const html =
      '<p id="a" class="lead text-lg"><h2 class="site title"><div class="box"><ul class="9">';
    const canvas = await css('lead text-lg title box 9', { html, canvas: true });
    expect(canvas).toContain('.dc-prose :where(.lead,.title):where(p,ul');
    expect(canvas).not.toContain('.dc-prose :where(.lead,.title):where(h1,h2');
    expect(await css('lead', { html, canvas: true })).toMatch(
      /^\.dc-prose :where\(\.lead\):where\(p/,
    );
    expect(await css('lead title', { html, canvas: false })).toBe('');
  });

  test.each([
    'w-[1px}body{display:none]',
    'w-[1px;color:red]',
    '[--x:1;}*{color:red]',
    '[}body]:hidden',
    '[&{color:red}]:mt-1',
    'supports-[a){}body{x:y}]:mt-1',
    'has-[a{}]:hidden',
    'w-[/*]',
    'w-[\\]',
    'content-["\\]',
    'bg-[url(\\)]',
    `w-[${'1'.repeat(300)}px]`,
  ])('%s is no utility', async (name) => {
    expect(await css(name)).toBe('');
  });

  test('no name ends the sheet or leaves its rule', async () => {
    const sheet = await css(
      "before:content-['</style><script>'] bg-[url(https://other.example/x.png)] data-[x=']{}']:p-1 before:content-['*/'] p-9",
    );
    expect(sheet).not.toContain('</');
    expect(sheet).toContain("'<\\/style><script>'");
    const bare = sheet.replaceAll(/'(?:\\.|[^'\\])*'|\\./g, '');
    expect(bare.split('{').length).toBe(bare.split('}').length);
  });

  test('the sheet is the same after more names than are remembered', async () => {
    const first = await css('p-1 md:p-2 own');
    for (let page = 0; page < 5; page++) {
      const names = Array.from({ length: 5_000 }, (_, index) => `own-${page}-${index}`);
      expect(await utilityStyles(new Set(names), plain)).toBe('');
    }
    expect(await css('p-1 md:p-2 own')).toBe(first);
  });

  test('thousands of names end', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `${'a:'.repeat(60)}w-[${index}px]`);
    expect(await utilityStyles(new Set(names), plain)).toBe('');
  });
});
