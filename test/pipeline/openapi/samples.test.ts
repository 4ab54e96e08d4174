import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../pipeline/openapi/samples.ts';
import { sampleLanguage, sampleLanguages } from '../../../schema/config/sample-languages.ts';

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
  expect(sampleLanguage('pwsh')).toBe('powershell');
  for (const name of ['cobol', 'constructor']) expect(sampleLanguage(name)).toBeUndefined();
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

  const post = (mediaType: string, value: unknown, encoding = {}) => ({
    ...{ method: 'POST', url: 'https://a.b/c', headers: [], body: { mediaType, value, encoding } },
  });

  test('in Python has the content type of JSON with a name of its own, and a body that is null', () => {
    const { text } = sampleOf('python', post('application/vnd.api+json', { a: 1 }));
    expect(text).toContain('"Content-Type": "application/vnd.api+json",');
    expect(text).toContain('requests.post(url, headers=headers, json=payload)');
    const none = sampleOf('python', post('application/json', null)).text;
    expect(none).toContain('payload = "null"');
    expect(none).toContain('"Content-Type": "application/json",');
    expect(none).toContain('requests.post(url, headers=headers, data=payload)');
  });

  test('in Python has parts also where none of them is a file', () => {
    const { text } = sampleOf('python', post('multipart/form-data', { a: 'x', b: 2 }));
    expect(text).toContain('files = {\n    "a": (None, "x"),\n    "b": (None, "2"),\n}');
    expect(text).toContain('requests.post(url, files=files)');
  });

  test('for the shell encodes names of fields, and keeps spaces at the start of parts', () => {
    const form = post('application/x-www-form-urlencoded', { 'é a&b[0]': 'x y' });
    expect(sampleOf('curl', form).text).toContain("--data-urlencode '%C3%A9%20a%26b[0]=x y'");
    const parts = post('multipart/form-data', { a: ' x' });
    expect(sampleOf('curl', parts).text).toContain(`--form 'a=" x"'`);
  });

  test('has any method, also in languages that have names for the usual ones', () => {
    const request = { method: 'QUERY', url: 'https://a.b/c', headers: [] };
    expect(sampleOf('csharp', request).text).toContain('(new HttpMethod("QUERY"), ');
    expect(sampleOf('ruby', request).text).toContain(
      "Net::HTTPGenericRequest.new('QUERY', true, true, uri)",
    );
  });

  test('in Java writes the parts of a form', () => {
    const value = { 'a"b': 'x', meta: { n: 1 }, upload: '@file' };
    const { text } = sampleOf('java', post('multipart/form-data', value));
    expect(text).toContain(`
    HttpRequest.BodyPublishers.ofString(next + "name=\\"a%22b\\"\\r\\n\\r\\nx"),
    HttpRequest.BodyPublishers.ofString(next + "name=\\"meta\\"\\r\\nContent-Type: application/json\\r\\n\\r\\n{\\"n\\":1}"),
    HttpRequest.BodyPublishers.ofString(next + "name=\\"upload\\"; filename=\\"file\\"\\r\\n\\r\\n"),
    HttpRequest.BodyPublishers.ofFile(Path.of("path/to/file")),
    HttpRequest.BodyPublishers.ofString("\\r\\n--" + boundary + "--\\r\\n")
);
`);
    expect(text).toContain(
      '.header("Content-Type", "multipart/form-data; boundary=" + boundary)\n    .method("POST", form)',
    );
  });

  test('in Java and Ruby has a value for what is to be filled in: they refuse the signs around it', () => {
    const request = { method: 'GET', url: 'https://a.b/{user id}/{x}?k=<api-key>', headers: [] };
    expect(sampleOf('java', request).text).toContain(
      '.replace("{user id}", "user_id")\n        .replace("{x}", "x")\n        .replace("<api-key>", "api-key")',
    );
    expect(sampleOf('ruby', request).text).toContain(
      ".gsub('{user id}', 'user_id').gsub('{x}', 'x').gsub('<api-key>', 'api-key'))",
    );
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
      kotlin: 'File("path/to/file").asRequestBody(',
      swift: 'request.httpBody = try Data(contentsOf: URL(fileURLWithPath: "path/to/file"))',
      rust: '.body(std::fs::File::open("path/to/file")?)',
      powershell: "-InFile 'path/to/file'",
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

  test.each([
    [
      'kotlin',
      String.raw`"{\n  \"text\": \"it's \\\"quoted\\\" \\\\ \$HOME`,
      String.raw`    .addHeader("X-Note", "it's \"quoted\" \\ done")`,
    ],
    [
      'swift',
      String.raw`Data(#"""
{
  "text": "it's \"quoted\" \\ $HOME`,
      String.raw`request.addValue("it's \"quoted\" \\ done", forHTTPHeaderField: "X-Note")`,
    ],
    [
      'rust',
      String.raw`.body(r#"{
  "text": "it's \"quoted\" \\ $HOME`,
      String.raw`        .header("X-Note", "it's \"quoted\" \\ done")`,
    ],
    [
      'powershell',
      String.raw`$body = '{
  "text": "it''s \"quoted\" \\ $HOME`,
      String.raw`    'X-Note' = 'it''s "quoted" \ done'`,
    ],
  ] as const)('in %s keeps hostile values inside their texts', (language, body, header) => {
    const { text } = sampleOf(language, hostile);
    expect(text).toContain(body);
    expect(text).toContain(header);
  });

  test('in Swift and Rust has the escapes of the language, and raw texts that end where they do', () => {
    const form = withOdd('application/x-www-form-urlencoded', { a: '\b\f\u0001\\(x)"' });
    expect(sampleOf('rust', form).text).toContain(String.raw`("a", "\u{8}\u{c}\u{0001}\\(x)\""),`);
    const typed = withOdd('multipart/form-data', { a: '\f\\(x)' });
    expect(sampleOf('swift', typed).text).toContain(String.raw`Data("\u{c}\\(x)".utf8)`);
    const text = (value: string) => withOdd('text/plain', value);
    expect(sampleOf('rust', text('a\n"##')).text).toContain('r###"a\n"##"###');
    expect(sampleOf('rust', text('a\r\n')).text).toContain(String.raw`.body("a\r\n")`);
    expect(sampleOf('swift', text('a\n\\#(x)')).text).toContain(String.raw`Data("a\n\\#(x)".utf8)`);
    expect(sampleOf('kotlin', text('a\nb')).text).toContain('"""a\nb""".toRequestBody(');
    expect(sampleOf('kotlin', text('a\n$b')).text).toContain(String.raw`"a\n\$b".toRequestBody(`);
    const feed = withOdd('application/x-www-form-urlencoded', { a: '\f\\f' });
    expect(sampleOf('kotlin', feed).text).toContain(String.raw`.add("a", "\u000c\\f")`);
    expect(sampleOf('powershell', text('it\u2019s')).text).toContain(
      "$body = 'it\u2019\u2019s'\n\n",
    );
    expect(sampleOf('powershell', text('it\u2019s')).text).toContain('UTF8.GetBytes($body)');
  });

  test.each([
    [
      'kotlin',
      '.addFormDataPart("meta", null, "{\\"a\\":1}".toRequestBody("application/json".toMediaType()))',
      '.addFormDataPart("files", "file", File("path/to/file").asRequestBody())',
      '.addFormDataPart("on", "segment")',
    ],
    [
      'swift',
      '("name=\\"meta\\"\\r\\nContent-Type: application/json", Data("{\\"a\\":1}".utf8)),',
      '("name=\\"files\\"; filename=\\"file\\"", try Data(contentsOf: ',
      '("name=\\"on\\"", Data("segment".utf8)),',
    ],
    [
      'rust',
      'Part::text("{\\"a\\":1}").mime_str("application/json")?)',
      '.file("files", "path/to/file")?',
      '.text("on", "segment");',
    ],
    [
      'powershell',
      `[Net.Http.StringContent]::new('{"a":1}', [Text.Encoding]::UTF8, 'application/json'), 'meta')`,
      "[Net.Http.StreamContent]::new((Get-Item 'path/to/file').OpenRead()), 'files', 'file')",
      "[Net.Http.StringContent]::new('segment'), 'on')",
    ],
  ] as const)('in %s has parts with types, files and repeated names', (language, ...lines) => {
    const { text } = sampleOf(language, parts);
    for (const line of lines) expect(text).toContain(line);
  });

  test('in Kotlin has a body where the method needs one, in PowerShell any method', () => {
    const of = (method: string) => ({ method, url: 'https://a.b/c', headers: [] });
    expect(sampleOf('kotlin', of('POST')).text).toContain('.method("POST", "".toRequestBody())');
    expect(sampleOf('kotlin', of('GET')).text).toContain('.method("GET", null)');
    expect(sampleOf('powershell', of('QUERY')).text).toContain("-CustomMethod 'QUERY'");
    expect(sampleOf('rust', of('QUERY')).text).toContain('from_bytes("QUERY".as_bytes())?');
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
