import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { sampleLanguage, sampleOf } from '../../../pipeline/openapi/samples.ts';
import { sampleLanguages } from '../../../schema/config/sample-languages.ts';

const hostile = {
  method: 'POST',
  url: "https://api.example.com/it's?q=a&b=<x>",
  headers: [['X-Note', `it's "quoted" \\ done`]] as const,
  body: {
    mediaType: 'application/json',
    value: { text: `it's "quoted" \\ $HOME \`x\` """\nline`, on: true, none: null, list: [1, {}] },
  },
};

test('names of languages are read with their aliases', () => {
  expect(sampleLanguage('Shell')).toBe('curl');
  expect(sampleLanguage('C#')).toBe('csharp');
  expect(sampleLanguage('cobol')).toBeUndefined();
});

describe('a sample', () => {
  test.each(sampleLanguages)('in %s says method and address', (language) => {
    const { text } = sampleOf(language, { method: 'DELETE', url: 'https://a.b/c', headers: [] });
    expect(text.toUpperCase()).toContain('DELETE');
    expect(text).toContain('https://a.b/c');
  });

  test('for the shell survives hostile values', () => {
    const { text } = sampleOf('curl', hostile);
    const script = text.replace(
      /^curl /,
      `node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- `,
    );
    const seen = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' })) as string[];
    expect(seen.slice(0, 4)).toEqual(['--request', 'POST', '--url', hostile.url]);
    expect(seen[5]).toBe(`X-Note: ${hostile.headers[0][1]}`);
    expect(JSON.parse(seen[9] ?? '')).toEqual(hostile.body.value);
  });

  test('in JavaScript sends what it shows', async () => {
    const { text } = sampleOf('javascript', hostile);
    const sent: unknown[] = [];
    const run = new Function('fetch', 'console', `return (async () => {${text}})()`);
    const fetch = async (url: string, options: { body: string; headers: object }) => {
      sent.push(url, JSON.parse(options.body), options.headers);
      return new Response('');
    };
    await run(fetch, { log: () => {} });
    expect(sent).toEqual([
      hostile.url,
      hostile.body.value,
      { 'X-Note': hostile.headers[0][1], 'Content-Type': 'application/json' },
    ]);
  });

  test('in JavaScript and PHP sends long whole numbers as a text: their numbers lose digits', () => {
    const body = { mediaType: 'application/json', value: { id: 12345678901234567890n, n: 1 } };
    const request = { method: 'POST', url: 'https://a.b/c', headers: [], body };
    const text = '{\\n  "id": 12345678901234567890,\\n  "n": 1\\n}';
    expect(sampleOf('javascript', request).text).toContain(`body: '${text}'`);
    expect(sampleOf('php', request).text).toContain(
      `CURLOPT_POSTFIELDS => '${text.replaceAll('\\n', '\n')}'`,
    );
  });

  test('in Python is a program', () => {
    const { text } = sampleOf('python', hostile);
    expect(text).toContain('"on": True,');
    expect(text).toContain('"none": None,');
    const probe = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: text,
      encoding: 'utf8',
    });
    if (probe.error) console.warn('SKIPPED: there is no python3 to read the sample with.');
    else expect(probe.stderr).toBe('');
  });

  test('with files is written as a form', () => {
    const request = {
      method: 'POST',
      url: 'https://a.b/upload',
      headers: [],
      body: { mediaType: 'multipart/form-data', value: { file: '@file', user: 'abc' } },
    };
    expect(sampleOf('curl', request).text).toBe(
      [
        'curl --request POST \\',
        "  --url 'https://a.b/upload' \\",
        "  --form 'file=@path/to/file' \\",
        "  --form 'user=abc'",
      ].join('\n'),
    );
    expect(sampleOf('python', request).text).toContain('files=files, data=data');
    for (const language of sampleLanguages) {
      expect(sampleOf(language, request).text).toContain(
        'path/to/file'.slice(language === 'javascript' ? 8 : 0),
      );
    }
  });

  test.each([
    ['the mark of a file', { mediaType: 'application/x-thing', value: '@file' }],
    ['a text in a type for bytes', { mediaType: 'image/png', value: 'abc' }],
    ['a text with control characters', { mediaType: 'text/plain', value: '\0\x05hello' }],
  ])('sends a file for %s', (_, body) => {
    const request = { method: 'PUT', url: 'https://a.b/c', headers: [], body };
    const marks = {
      curl: "--data-binary '@path/to/file'",
      javascript: 'body: file,',
      python: 'payload = open("path/to/file", "rb")',
      go: 'os.Open("path/to/file")',
      java: 'ofFile(Path.of("path/to/file"))',
      ruby: "File.binread('path/to/file')",
      php: "file_get_contents('path/to/file')",
      csharp: 'new StreamContent(File.OpenRead("path/to/file"))',
    };
    for (const language of sampleLanguages) {
      const { text } = sampleOf(language, request);
      expect(text).toContain(marks[language]);
      expect(text).toContain(body.mediaType);
      expect(text).not.toContain(body.value);
    }
  });

  const odd = 'it\'s "q" \\n $HOME #{x} %s `y`\n  second \r;type=x';
  const withOdd = (mediaType: string, value: unknown) => ({
    ...{ method: 'POST', url: 'https://a.b/c', headers: [], body: { mediaType, value } },
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of %s has its values as they are',
    async (mediaType) => {
      const request = withOdd(mediaType, { note: odd, at: '@me' });
      const sent: [string, unknown][] = [];
      const run = new Function(
        ...['fetch', 'console'],
        `return (async () => {${sampleOf('javascript', request).text}})()`,
      );
      const fetch = async (_: string, { body }: { body: FormData | URLSearchParams }) => {
        sent.push(...body);
        return new Response('');
      };
      await run(fetch, { log: () => {} });
      expect(sent).toEqual([
        ['note', odd],
        ['at', '@me'],
      ]);
      expect(sampleOf('php', request).text).toContain("it\\'s");
      expect(sampleOf('ruby', request).text).toContain(
        `'it\\'s "q" \\\\n $HOME #{x} %s \`y\`\n  second \r;type=x'`,
      );
    },
  );

  test('for the shell sends a value that looks like the name of a file', () => {
    const parts = sampleOf('curl', withOdd('multipart/form-data', { a: '@me', b: 'x;type="y"' }));
    expect(parts.text).toContain(`--form 'a="@me"'`);
    expect(parts.text).toContain(String.raw`--form 'b="x;type=\"y\""'`);
    expect(sampleOf('curl', withOdd('text/plain', '@me')).text).toContain("--data-raw '@me'");
  });

  test('over several lines ends where its text does', () => {
    const text = (value: string) => withOdd('text/plain', value);
    const java = sampleOf('java', text('  a "x" \nb"""\n"')).text;
    expect(java).toContain(String.raw`"""
      a "x"\s
    b\"\"\"
    "\
    """`);
    expect(sampleOf('java', text('a\r\nb')).text).toContain(String.raw`"a\r\nb"`);
    expect(sampleOf('go', text('a\r\nb')).text).toContain(String.raw`"a\r\nb"`);
    const csharp = sampleOf('csharp', text('a""""\nb')).text;
    expect(csharp).toContain('"""""\n    a""""\n    b\n    """""');
    expect(sampleOf('csharp', text('a\u2028\nb')).text).toContain(String.raw`"a\u2028\nb"`);
  });

  const parts = {
    ...{ method: 'POST', url: 'https://a.b/c', headers: [] },
    body: {
      mediaType: 'multipart/form-data',
      value: { meta: { a: 1 }, file: '@file', files: ['@file'], on: ['word', 'segment'] },
    },
  };

  test('in Go copies files into a form, each name declared once', () => {
    const { text } = sampleOf('go', parts);
    expect(text.match(/file, err :?= os\.Open\("path\/to\/file"\)/g)).toEqual([
      'file, err := os.Open("path/to/file")',
      'file, err = os.Open("path/to/file")',
    ]);
    expect(text.match(/part, err := .*/g)).toEqual([
      'part, err := form.CreatePart(textproto.MIMEHeader{',
    ]);
    expect(text.match(/io\.Copy\(part, file\)/g)).toHaveLength(2);
    expect(text).toContain('\t"net/textproto"\n\t"os"\n)');
  });

  test.each([
    ['go', '"Content-Type":        {"application/json"},'],
    ['ruby', `['meta', '{"a":1}', { filename: 'meta', content_type: 'application/json' }],`],
    ['csharp', String.raw`"{\"a\":1}", System.Text.Encoding.UTF8, "application/json"), "meta" }`],
    ['php', `"\\r\\n" . 'Content-Type: application/json', '{"a":1}'],`],
  ] as const)('in %s says of which type a part is', (language, line) => {
    expect(sampleOf(language, parts).text).toContain(line);
  });

  test('in PHP sends all fields of one name', () => {
    const { text } = sampleOf('php', parts);
    expect(text).toContain(`['name="on"', 'word'],\n    ['name="on"', 'segment'],`);
    expect(text).toContain(`['name="files"; filename="file"', file_get_contents('path/to/file')]`);
    const { on: _, ...value } = parts.body.value;
    expect(sampleOf('php', { ...parts, body: { ...parts.body, value } }).text).toContain(
      `'meta' => new CURLStringFile('{"a":1}', 'meta', 'application/json'),`,
    );
  });

  test('of a form escapes its values', () => {
    const text = sampleOf('go', {
      method: 'POST',
      url: 'https://a.b/c',
      headers: [],
      body: { mediaType: 'application/x-www-form-urlencoded', value: { q: 'a b&c' } },
    }).text;
    expect(text).toContain('`q=a+b%26c`');
  });
});
