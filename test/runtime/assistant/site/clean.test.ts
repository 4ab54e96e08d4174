import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { cleaned, createCleaner } from '../../../../runtime/assistant/site/clean.ts';

const policy = {
  link: (target: string) => {
    if (/^https:\/\/ok\.example\.com(\/|$)/.test(target)) return new URL(target).href;
    return /^\/?guide(#\w*)?$/.test(target) ? `/docs/${target.replace(/^\//, '')}` : undefined;
  },
  image: (target: string) => (target === '/logo.png' ? '/docs/logo.png' : undefined),
};

/** Addresses that a GitHub-flavoured renderer would follow or fetch; mail addresses aside. */
function addressesOf(markdown: string): string[] {
  const found: string[] = [];
  const walk = (node: object): void => {
    const { url, type, children, value } = node as {
      url?: string;
      type: string;
      children?: object[];
      value?: string;
    };
    if (url !== undefined && !url.startsWith('mailto:')) found.push(url);
    if (type === 'html') found.push(`html ${value}`);
    for (const child of children ?? []) walk(child);
  };
  walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return found;
}

const allowed = /^(https:\/\/ok\.example\.com\/?|\/docs\/guide(#\w*)?|\/docs\/logo\.png)/;

describe('cleaning an answer', () => {
  test.each([
    ['[a](https://evil.example/x)', 'a'],
    ['![pixel](https://evil.example/?q=secret)', 'pixel'],
    ['see https://evil.example/x.', 'see ….'],
    ['see www.evil.example', 'see …'],
    ['<https://evil.example>', '…'],
    ['<img src=x>', '\\<img src=x>'],
    ['[a][b]\n\n[b]: https://evil.example', '\\[a][b]\n\n\\[b]: …'],
    ['[guide](guide#top)', '[guide](/docs/guide#top)'],
    ['[site](https://ok.example.com/a)', '[site](https://ok.example.com/a)'],
    ['https://ok.example.com/a.', '<https://ok.example.com/a>.'],
    ['![logo](/logo.png)', '![logo](/docs/logo.png)'],
    ['`curl https://evil.example`', '`curl https://evil.example`'],
    ['```sh\ncurl https://evil.example\n```\n', '```sh\ncurl https://evil.example\n```\n'],
    ['- [ ] do\n- [x] done', '- [ ] do\n- [x] done'],
    ['a < b && c', 'a < b && c'],
    ['[x](javascript:alert(1))', 'x'],
  ])('%j becomes %j', (given, expected) => {
    expect(cleaned(given, policy)).toBe(expected);
  });

  test.each([
    '[[x]](bad)(https://evil.example)',
    '[x]![](bad)(https://evil.example)',
    '[x]![(https://evil.example)](bad)',
    'https[://evil.example](bad)',
    'ww[w.evil.example](bad)',
    '[www](bad).evil.example',
    '[http:](bad)//evil.example',
    'https\\://evil.example',
    'https&#58;//evil.example',
    'https://ok.example.com[.evil.example](bad)',
    '- ```\n[x](https://evil.example)',
    '> ```\n[x](https://evil.example)',
    '1. a\n   ```\n[x](https://evil.example)\n',
    '1. a\n   ```\n   b\n   ```\n[x](https://evil.example)',
    '` a\n b ` [x](https://evil.example) `c`',
    '| a |\n| - |\n| `x | [y](https://evil.example) ` |',
    '\\`[x](https://evil.example)\\`',
    '[a\nb](https://evil.example)',
    '[a]\n(https://evil.example)',
    '~~~ `\n~~~\n[x](https://evil.example)',
    '``` a`b\n[x](https://evil.example)',
    '<a href="https://evil.example">x</a>',
    '[x](<https://evil.example>)',
    '[^1]: https://evil.example\n\na[^1]',
    '[guide](guide "https://evil.example")',
    '[[x]: \\[g](guide)',
    '[```![i](https://evil.example)\\[g](guide)',
    '[a\n```![i](https://evil.example)](guide)',
  ])('no trick leads outside: %j', (given) => {
    for (const address of addressesOf(cleaned(given, policy))) expect(address).toMatch(allowed);
  });

  test('whatever marks are strewn, nothing leads outside, in pieces as in whole', () => {
    const bit = fc.constantFrom(
      ...['[', ']', '(', ')', '!', '<', '>', '`', '``', '```', '~~~', '\\', '\n', '\n\n', ' ', '|'],
      ...['https:', '//', 'evil.example', 'https://evil.example/a', 'www', '.', ':', '&#58;', 'a'],
      ...['[x](https://evil.example)', '[g](guide)', 'https://ok.example.com', '- ', '> ', '1. '],
      ...['    ', '   ', '\t', '"', "'", '| - |', '*', '_', '&', '#', '[x]: ', '![i](/logo.png)'],
    );
    fc.assert(
      fc.property(
        fc.array(bit, { maxLength: 16 }),
        fc.integer({ min: 1, max: 7 }),
        (bits, size) => {
          const text = bits.join('');
          const cleaner = createCleaner(policy);
          let pieces = '';
          for (let at = 0; at < text.length; at += size)
            pieces += cleaner.push(text.slice(at, at + size));
          pieces += cleaner.end();
          for (const answer of [cleaned(text, policy), pieces]) {
            for (const address of addressesOf(answer)) expect(address).toMatch(allowed);
          }
        },
      ),
      { numRuns: 4_000 },
    );
  }, 60_000);

  test('ordinary text is given out as it comes, but for its last word', () => {
    const cleaner = createCleaner(policy);
    expect(cleaner.push('Set the key, then ru')).toBe('Set the key, then ');
    expect(cleaner.push('n it. ')).toBe('run it. ');
    expect(cleaner.end()).toBe('');
  });
});
