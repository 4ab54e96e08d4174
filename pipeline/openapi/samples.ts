import type { Sample } from '../../schema/operation.ts';
import { asObject } from './json.ts';

/** A request as the samples show it. */
export interface RequestShape {
  readonly method: string;
  readonly url: string;
  /** Names as written in the description, values with words in angle brackets to fill in. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: { readonly mediaType: string; readonly value: unknown };
}

/** Languages that samples are made for (S3-39), in their usual order. */
export const sampleLanguages = [
  'curl',
  'javascript',
  'python',
  'go',
  'java',
  'ruby',
  'php',
  'csharp',
] as const;

/** One of the languages that samples are made for. */
export type SampleLanguage = (typeof sampleLanguages)[number];

const aliases: Readonly<Record<string, SampleLanguage>> = {
  bash: 'curl',
  sh: 'curl',
  shell: 'curl',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
  typescript: 'javascript',
  ts: 'javascript',
  py: 'python',
  python3: 'python',
  golang: 'go',
  rb: 'ruby',
  'c#': 'csharp',
  cs: 'csharp',
  dotnet: 'csharp',
};

/** The language that a name means, `undefined` when no samples are made for it. */
export function sampleLanguage(name: string): SampleLanguage | undefined {
  const key = name.trim().toLowerCase();
  return sampleLanguages.find((language) => language === key) ?? aliases[key];
}

/** One sample of a request in one language. */
export function sampleOf(language: SampleLanguage, request: RequestShape): Sample {
  const { label, highlighter, write } = writers[language];
  return { label, language: highlighter, text: write(request, contentOf(request)) };
}

interface Writer {
  readonly label: string;
  readonly highlighter: string;
  readonly write: (request: RequestShape, content: Content) => string;
}

/** A body in the one of four forms that languages write differently. */
type Content =
  | { readonly type: 'none' }
  | { readonly type: 'json'; readonly value: unknown; readonly text: string }
  | { readonly type: 'form'; readonly pairs: readonly Pair[] }
  | { readonly type: 'multipart'; readonly pairs: readonly Pair[] }
  | { readonly type: 'text'; readonly text: string };

interface Pair {
  readonly name: string;
  readonly value: string;
  readonly file: boolean;
}

const writers: Readonly<Record<SampleLanguage, Writer>> = {
  curl: { label: 'cURL', highlighter: 'bash', write: curl },
  javascript: { label: 'JavaScript', highlighter: 'javascript', write: javascript },
  python: { label: 'Python', highlighter: 'python', write: python },
  go: { label: 'Go', highlighter: 'go', write: go },
  java: { label: 'Java', highlighter: 'java', write: java },
  ruby: { label: 'Ruby', highlighter: 'ruby', write: ruby },
  php: { label: 'PHP', highlighter: 'php', write: php },
  csharp: { label: 'C#', highlighter: 'csharp', write: csharp },
};

function contentOf({ body }: RequestShape): Content {
  if (!body) return { type: 'none' };
  const media = body.mediaType.toLowerCase();
  if (media.startsWith('multipart/')) return { type: 'multipart', pairs: pairsOf(body.value) };
  if (media === 'application/x-www-form-urlencoded') {
    return { type: 'form', pairs: pairsOf(body.value) };
  }
  if (/[/+]json\b/.test(media) || media === '*/*') {
    return { type: 'json', value: body.value, text: JSON.stringify(body.value, null, 2) };
  }
  const text = typeof body.value === 'string' ? body.value : JSON.stringify(body.value, null, 2);
  return { type: 'text', text };
}

function pairsOf(value: unknown): readonly Pair[] {
  return Object.entries(asObject(value) ?? {}).map(([name, item]) => ({
    name,
    file: item === '@file' || (Array.isArray(item) && item[0] === '@file'),
    value: typeof item === 'object' ? JSON.stringify(item) : String(item),
  }));
}

/** Headers with the content type, which the boundary of a multipart body sets by itself. */
function headersOf(request: RequestShape): readonly (readonly [string, string])[] {
  const type = request.body?.mediaType;
  if (!type || type.startsWith('multipart/')) return request.headers;
  return [...request.headers, ['Content-Type', type === '*/*' ? 'application/json' : type]];
}

function curl(request: RequestShape, content: Content): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [`curl --request ${request.method}`, `--url ${quote(request.url)}`];
  for (const [name, value] of headersOf(request))
    lines.push(`--header ${quote(`${name}: ${value}`)}`);
  if (content.type === 'json' || content.type === 'text')
    lines.push(`--data ${quote(content.text)}`);
  else if (content.type !== 'none') {
    for (const pair of content.pairs) {
      const value = pair.file ? '@path/to/file' : pair.value;
      const option = content.type === 'form' ? '--data-urlencode' : '--form';
      lines.push(`${option} ${quote(`${pair.name}=${value}`)}`);
    }
  }
  return lines.join(' \\\n  ');
}

function javascript(request: RequestShape, content: Content): string {
  const quote = (text: string) => `'${quoted(text, "'")}'`;
  const before: string[] = [];
  const options = [`method: ${quote(request.method)}`];
  const headers = headersOf(request);
  if (headers.length > 0) {
    const rows = headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`);
    options.push(`headers: {\n${rows.join('\n')}\n  }`);
  }
  if (content.type === 'json') {
    options.push(`body: JSON.stringify(${indent(content.text, '  ')})`);
  } else if (content.type === 'text') options.push(`body: ${JSON.stringify(content.text)}`);
  else if (content.type !== 'none') {
    const name = content.type === 'form' ? 'URLSearchParams' : 'FormData';
    before.push(`const body = new ${name}();`);
    for (const pair of content.pairs) {
      before.push(`body.append(${quote(pair.name)}, ${pair.file ? 'file' : quote(pair.value)});`);
    }
    before.push('');
    options.push('body');
  }
  return [
    ...before,
    `const response = await fetch(${quote(request.url)}, {`,
    ...options.map((option) => `  ${option},`),
    '});',
    '',
    'console.log(await response.text());',
  ].join('\n');
}

function python(request: RequestShape, content: Content): string {
  const quote = (text: string) => JSON.stringify(text);
  const lines = ['import requests', '', `url = ${quote(request.url)}`];
  const call = ['url'];
  const headers = content.type === 'json' ? request.headers : headersOf(request);
  if (headers.length > 0) {
    lines.push(
      'headers = {',
      ...headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`),
      '}',
    );
    call.push('headers=headers');
  }
  if (content.type === 'json') {
    lines.push(`payload = ${pythonValue(content.value, '')}`);
    call.push('json=payload');
  } else if (content.type === 'text') {
    lines.push(`payload = ${quote(content.text)}`);
    call.push('data=payload');
  } else if (content.type !== 'none') {
    const rows = (files: boolean) => content.pairs.filter((pair) => pair.file === files);
    if (rows(true).length > 0) {
      const files = rows(true).map(
        (pair) => `    ${quote(pair.name)}: open("path/to/file", "rb"),`,
      );
      lines.push('files = {', ...files, '}');
      call.push('files=files');
    }
    if (rows(false).length > 0) {
      const data = rows(false).map((pair) => `    ${quote(pair.name)}: ${quote(pair.value)},`);
      lines.push('data = {', ...data, '}');
      call.push('data=data');
    }
  }
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
  const method = known.includes(request.method)
    ? `requests.${request.method.toLowerCase()}(`
    : `requests.request(${quote(request.method)}, `;
  lines.push('', `response = ${method}${call.join(', ')})`, '', 'print(response.text)');
  return lines.join('\n');
}

function pythonValue(value: unknown, space: string): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const inner = `${space}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${pythonValue(item, inner)},\n`).join('')}${space}]`;
  }
  const object = asObject(value);
  if (!object) return JSON.stringify(value);
  const rows = Object.entries(object);
  if (rows.length === 0) return '{}';
  const text = rows.map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonValue(item, inner)},\n`,
  );
  return `{\n${text.join('')}${space}}`;
}

function go(request: RequestShape, content: Content): string {
  const body = bodyText(content);
  const files = content.type === 'multipart';
  const raw = (text: string) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);
  const imports = ['"fmt"', '"io"', '"net/http"'];
  if (files) imports.unshift('"bytes"');
  if (files) imports.splice(3, 0, '"mime/multipart"');
  if (body !== undefined) imports.push('"strings"');
  const lines: string[] = [];
  if (body !== undefined) lines.push(`payload := strings.NewReader(${raw(body)})`, '');
  if (content.type === 'multipart') {
    lines.push('payload := &bytes.Buffer{}', 'form := multipart.NewWriter(payload)');
    for (const pair of content.pairs) {
      lines.push(
        pair.file
          ? `form.CreateFormFile(${JSON.stringify(pair.name)}, "path/to/file")`
          : `form.WriteField(${JSON.stringify(pair.name)}, ${JSON.stringify(pair.value)})`,
      );
    }
    lines.push('form.Close()', '');
  }
  const reader = body !== undefined || files ? 'payload' : 'nil';
  lines.push(
    `req, err := http.NewRequest(${JSON.stringify(request.method)}, ${JSON.stringify(request.url)}, ${reader})`,
    'if err != nil {',
    '\tpanic(err)',
    '}',
  );
  for (const [name, value] of headersOf(request)) {
    lines.push(`req.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  }
  if (files) lines.push('req.Header.Set("Content-Type", form.FormDataContentType())');
  lines.push(
    '',
    'res, err := http.DefaultClient.Do(req)',
    'if err != nil {',
    '\tpanic(err)',
    '}',
    'defer res.Body.Close()',
    '',
    'body, _ := io.ReadAll(res.Body)',
    'fmt.Println(string(body))',
  );
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t${name}`),
    ')',
    '',
    'func main() {',
    // The payload is a raw text: its own lines must not be indented.
    ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
    '}',
  ].join('\n');
}

function java(request: RequestShape, content: Content): string {
  const quote = JSON.stringify;
  const body = content.type === 'multipart' ? '' : bodyText(content);
  const publisher =
    body === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : content.type === 'multipart'
        ? 'multipart(form)'
        : `HttpRequest.BodyPublishers.ofString(${body.includes('\n') ? textBlock(body) : quote(body)})`;
  return [
    ...(content.type === 'multipart'
      ? [
          '// multipart(form) stands for a helper that encodes the fields below.',
          'var form = Map.of(',
          content.pairs
            .map(
              (pair) =>
                `    ${quote(pair.name)}, ${quote(pair.file ? 'path/to/file' : pair.value)}`,
            )
            .join(',\n'),
          ');',
          '',
        ]
      : []),
    'HttpRequest request = HttpRequest.newBuilder()',
    `    .uri(URI.create(${quote(request.url)}))`,
    ...headersOf(request).map(([name, value]) => `    .header(${quote(name)}, ${quote(value)})`),
    `    .method(${quote(request.method)}, ${publisher})`,
    '    .build();',
    '',
    'HttpResponse<String> response = HttpClient.newHttpClient()',
    '    .send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.body());',
  ].join('\n');
}

function textBlock(text: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""');
  return `"""\n${indent(`    ${safe}`, '    ')}\n    """`;
}

function ruby(request: RequestShape, content: Content): string {
  const quote = (text: string) => `'${quoted(text, "'")}'`;
  const name = request.method.charAt(0) + request.method.slice(1).toLowerCase();
  const lines = [
    "require 'net/http'",
    ...(content.type === 'json' ? ["require 'json'"] : []),
    '',
    `uri = URI(${quote(request.url)})`,
    `request = Net::HTTP::${name}.new(uri)`,
    ...headersOf(request).map(([key, value]) => `request[${quote(key)}] = ${quote(value)}`),
  ];
  if (content.type === 'json') lines.push(`request.body = ${rubyValue(content.value, '')}.to_json`);
  else if (content.type === 'text') lines.push(`request.body = ${quote(content.text)}`);
  else if (content.type === 'form' || content.type === 'multipart') {
    const rows = content.pairs.map(
      (pair) =>
        `  [${quote(pair.name)}, ${pair.file ? "File.open('path/to/file')" : quote(pair.value)}],`,
    );
    const type = content.type === 'form' ? '' : ", 'multipart/form-data'";
    lines.push('form = [', ...rows, ']', `request.set_form(form${type})`);
  }
  const secure = request.url.startsWith('https:') ? ', use_ssl: true' : '';
  lines.push(
    '',
    `response = Net::HTTP.start(uri.host, uri.port${secure}) { |http| http.request(request) }`,
    'puts response.body',
  );
  return lines.join('\n');
}

function rubyValue(value: unknown, space: string): string {
  if (value === null || value === undefined) return 'nil';
  const inner = `${space}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${rubyValue(item, inner)}`).join(',\n')}\n${space}]`;
  }
  const object = asObject(value);
  if (!object) return typeof value === 'string' ? `'${quoted(value, "'")}'` : String(value);
  const rows = Object.entries(object);
  if (rows.length === 0) return '{}';
  const text = rows.map(
    ([key, item]) => `${inner}'${quoted(key, "'")}' => ${rubyValue(item, inner)}`,
  );
  return `{\n${text.join(',\n')}\n${space}}`;
}

function php(request: RequestShape, content: Content): string {
  const quote = (text: string) => `'${quoted(text, "'")}'`;
  const options = [
    `CURLOPT_URL => ${quote(request.url)}`,
    'CURLOPT_RETURNTRANSFER => true',
    `CURLOPT_CUSTOMREQUEST => ${quote(request.method)}`,
  ];
  const headers = headersOf(request).map(
    ([name, value]) => `        ${quote(`${name}: ${value}`)},`,
  );
  if (headers.length > 0) options.push(`CURLOPT_HTTPHEADER => [\n${headers.join('\n')}\n    ]`);
  if (content.type === 'json') {
    options.push(`CURLOPT_POSTFIELDS => json_encode(${phpValue(content.value, '    ')})`);
  } else if (content.type === 'text') options.push(`CURLOPT_POSTFIELDS => ${quote(content.text)}`);
  else if (content.type !== 'none') {
    const rows = content.pairs.map(
      (pair) =>
        `        ${quote(pair.name)} => ${pair.file ? "new CURLFile('path/to/file')" : quote(pair.value)},`,
    );
    const list = `[\n${rows.join('\n')}\n    ]`;
    options.push(
      `CURLOPT_POSTFIELDS => ${content.type === 'form' ? `http_build_query(${list})` : list}`,
    );
  }
  return [
    '<?php',
    '',
    '$curl = curl_init();',
    'curl_setopt_array($curl, [',
    ...options.map((option) => `    ${option},`),
    ']);',
    '',
    'echo curl_exec($curl);',
  ].join('\n');
}

function phpValue(value: unknown, space: string): string {
  if (value === null || value === undefined) return 'null';
  const inner = `${space}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${phpValue(item, inner)},\n`).join('')}${space}]`;
  }
  const object = asObject(value);
  if (!object) return typeof value === 'string' ? `'${quoted(value, "'")}'` : String(value);
  const rows = Object.entries(object);
  // An empty list would be sent as `[]`, not as `{}`.
  if (rows.length === 0) return 'new stdClass()';
  const text = rows.map(
    ([key, item]) => `${inner}'${quoted(key, "'")}' => ${phpValue(item, inner)},\n`,
  );
  return `[\n${text.join('')}${space}]`;
}

function csharp(request: RequestShape, content: Content): string {
  const quote = JSON.stringify;
  const method = request.method.charAt(0) + request.method.slice(1).toLowerCase();
  const lines = [
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${method}, ${quote(request.url)});`,
    ...request.headers.map(
      ([name, value]) =>
        `request.Headers.TryAddWithoutValidation(${quote(name)}, ${quote(value)});`,
    ),
  ];
  const type = request.body?.mediaType;
  if (content.type === 'json' || content.type === 'text') {
    const text = content.text.includes('\n')
      ? `"""\n${indent(`    ${content.text}`, '    ')}\n    """`
      : quote(content.text);
    const media = !type || type === '*/*' ? 'application/json' : type;
    lines.push(
      `request.Content = new StringContent(${text}, System.Text.Encoding.UTF8, ${quote(media)});`,
    );
  } else if (content.type === 'form') {
    lines.push(
      'request.Content = new FormUrlEncodedContent(new Dictionary<string, string>',
      '{',
      ...content.pairs.map((pair) => `    [${quote(pair.name)}] = ${quote(pair.value)},`),
      '});',
    );
  } else if (content.type === 'multipart') {
    lines.push('request.Content = new MultipartFormDataContent', '{');
    for (const pair of content.pairs) {
      lines.push(
        pair.file
          ? `    { new StreamContent(File.OpenRead("path/to/file")), ${quote(pair.name)}, "file" },`
          : `    { new StringContent(${quote(pair.value)}), ${quote(pair.name)} },`,
      );
    }
    lines.push('};');
  }
  lines.push(
    '',
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  );
  return lines.join('\n');
}

/** Body as one text, for languages whose samples build it by hand. */
function bodyText(content: Content): string | undefined {
  if (content.type === 'json' || content.type === 'text') return content.text;
  if (content.type !== 'form') return undefined;
  return new URLSearchParams(content.pairs.map((pair) => [pair.name, pair.value])).toString();
}

function quoted(text: string, quote: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', quote === "'" ? '\n' : '\\n');
}

function indent(text: string, space: string): string {
  return text.replaceAll('\n', `\n${space}`);
}
