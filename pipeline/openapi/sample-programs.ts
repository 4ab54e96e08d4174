import {
  bodyText,
  type Content,
  headersOf,
  indent,
  isTyped,
  openParts,
  type Pair,
  partName,
  type RequestShape,
  usualMethods,
} from './sample-body.ts';

/** A request with `net/http` of Go. */
export function go(request: RequestShape, content: Content): string {
  const body = bodyText(content);
  const files = content.type === 'multipart';
  // A text between backticks can have none, and loses returns.
  const raw = (text: string) => (/[`\r]/.test(text) ? JSON.stringify(text) : `\`${text}\``);
  const parts = content.type === 'multipart' ? content.pairs : [];
  const imports = ['fmt', 'io', 'net/http'];
  if (files) imports.push('bytes', 'mime/multipart');
  if (parts.some(isTyped)) imports.push('net/textproto');
  if (content.type === 'file' || parts.some(({ file }) => file)) imports.push('os');
  if (body !== undefined) imports.push('strings');
  const lines: string[] = [];
  if (content.type === 'file') {
    lines.push('payload, err := os.Open("path/to/file")', ...orPanic, '');
  }
  if (body !== undefined) lines.push(`payload := strings.NewReader(${raw(body)})`, '');
  if (content.type === 'multipart') {
    lines.push('payload := &bytes.Buffer{}', 'form := multipart.NewWriter(payload)');
    lines.push(...goParts(parts));
    lines.push('form.Close()', '');
  }
  const reader = body !== undefined || files || content.type === 'file' ? 'payload' : 'nil';
  lines.push(
    `req, err := http.NewRequest(${JSON.stringify(request.method)}, ${JSON.stringify(request.url)}, ${reader})`,
    ...orPanic,
  );
  for (const [name, value] of headersOf(request)) {
    lines.push(`req.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  }
  if (files) lines.push('req.Header.Set("Content-Type", form.FormDataContentType())');
  lines.push(
    '',
    'res, err := http.DefaultClient.Do(req)',
    ...orPanic,
    'defer res.Body.Close()',
    '',
    'body, _ := io.ReadAll(res.Body)',
    'fmt.Println(string(body))',
  );
  return [
    'package main',
    '',
    'import (',
    ...imports.sort().map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    // The payload is a raw text: its own lines must not be indented.
    ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
    '}',
  ].join('\n');
}

/** The lines that write the parts of a form; names are declared where they are used first. */
function goParts(parts: readonly Pair[]): readonly string[] {
  const quote = JSON.stringify;
  const declared = new Set<string>();
  const set = (name: string, value: string) => {
    const sign = declared.has(name) ? '=' : ':=';
    declared.add(name);
    return [`${name}, err ${sign} ${value}`, ...orPanic];
  };
  return parts.flatMap((pair) => {
    const { name, value, type, file } = pair;
    if (file) {
      return [
        ...set('file', 'os.Open("path/to/file")'),
        'defer file.Close()',
        ...set('part', `form.CreateFormFile(${quote(name)}, "path/to/file")`),
        'io.Copy(part, file)',
      ];
    }
    if (type === undefined) return [`form.WriteField(${quote(name)}, ${quote(value)})`];
    const header = [
      'form.CreatePart(textproto.MIMEHeader{',
      `\t"Content-Disposition": {${quote(`form-data; ${partName(name)}`)}},`,
      `\t"Content-Type":        {${quote(type)}},`,
      '})',
    ];
    return [...set('part', header.join('\n\t')), `io.WriteString(part, ${quote(value)})`];
  });
}

const orPanic = ['if err != nil {', '\tpanic(err)', '}'];

/** A request with `java.net.http`. */
export function java(request: RequestShape, content: Content): string {
  const quote = JSON.stringify;
  const headers = headersOf(request).map(([name, value]) => `${quote(name)}, ${quote(value)}`);
  if (content.type === 'multipart') {
    headers.push('"Content-Type", "multipart/form-data; boundary=" + boundary');
  }
  return [
    ...(content.type === 'multipart' ? javaForm(content.pairs) : []),
    'HttpRequest request = HttpRequest.newBuilder()',
    `    .uri(URI.create(${javaAddress(request.url)}))`,
    ...headers.map((header) => `    .header(${header})`),
    `    .method(${quote(request.method)}, ${javaPublisher(content)})`,
    '    .build();',
    '',
    'HttpResponse<String> response = HttpClient.newHttpClient()',
    '    .send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.body());',
  ].join('\n');
}

function javaAddress(url: string): string {
  const quote = JSON.stringify;
  const filled = openParts(url).map(
    ([part, value]) => `\n        .replace(${quote(part)}, ${quote(value)})`,
  );
  return quote(url) + filled.join('');
}

function javaPublisher(content: Content): string {
  if (content.type === 'multipart') return 'form';
  if (content.type === 'file') return `${javaBodies}.ofFile(Path.of("path/to/file"))`;
  const body = bodyText(content);
  if (body === undefined) return `${javaBodies}.noBody()`;
  const isBlock = body.includes('\n') && !body.includes('\r');
  return `${javaBodies}.ofString(${isBlock ? textBlock(body) : JSON.stringify(body)})`;
}

const javaBodies = 'HttpRequest.BodyPublishers';

/** The lines that write the parts of a form. */
function javaForm(parts: readonly Pair[]): readonly string[] {
  const text = (written: string) => `    ${javaBodies}.ofString(${written})`;
  const rows = parts.flatMap(({ name, value, type, file }) => {
    const head = partName(name) + (file ? '; filename="file"' : '');
    const kind = type === undefined ? '' : `\r\nContent-Type: ${type}`;
    const start = text(`next + ${JSON.stringify(`${head}${kind}\r\n\r\n${file ? '' : value}`)}`);
    return file ? [start, `    ${javaBodies}.ofFile(Path.of("path/to/file"))`] : [start];
  });
  return [
    'String boundary = UUID.randomUUID().toString();',
    'String next = "\\r\\n--" + boundary + "\\r\\nContent-Disposition: form-data; ";',
    `HttpRequest.BodyPublisher form = ${javaBodies}.concat(`,
    [...rows, text('"\\r\\n--" + boundary + "--\\r\\n"')].join(',\n'),
    ');',
    '',
  ];
}

/** A text over several lines; without the stroke at its end it would have one line more. */
function textBlock(text: string): string {
  const safe = text
    .replaceAll('\\', '\\\\')
    .replace(/"{3,}/g, (row) => row.replaceAll('"', '\\"'))
    .replace(/[ \t]$/gm, (space) => (space === ' ' ? '\\s' : '\\t'));
  return `"""\n${indent(`    ${safe}`, '    ')}\\\n    """`;
}

/** A request with `HttpClient`. */
export function csharp(request: RequestShape, content: Content): string {
  const quote = csharpText;
  const method = usualMethods.has(request.method)
    ? `HttpMethod.${request.method.charAt(0)}${request.method.slice(1).toLowerCase()}`
    : `new HttpMethod(${quote(request.method)})`;
  const lines = [
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(${method}, ${quote(request.url)});`,
    ...request.headers.map(
      ([name, value]) =>
        `request.Headers.TryAddWithoutValidation(${quote(name)}, ${quote(value)});`,
    ),
  ];
  const type = request.body?.mediaType;
  if (content.type === 'json' || content.type === 'text') {
    const text = content.text.includes('\n') ? rawLiteral(content.text) : quote(content.text);
    const media = !type || type === '*/*' ? 'application/json' : type;
    lines.push(
      `request.Content = new StringContent(${text}, System.Text.Encoding.UTF8, ${quote(media)});`,
    );
  } else if (content.type === 'file') {
    lines.push(
      'request.Content = new StreamContent(File.OpenRead("path/to/file"));',
      `request.Content.Headers.ContentType = new(${quote(type ?? 'application/octet-stream')});`,
    );
  } else if (content.type === 'form') {
    lines.push(
      'request.Content = new FormUrlEncodedContent(new KeyValuePair<string, string>[]',
      '{',
      ...content.pairs.map((pair) => `    new(${quote(pair.name)}, ${quote(pair.value)}),`),
      '});',
    );
  } else if (content.type === 'multipart') {
    lines.push('request.Content = new MultipartFormDataContent', '{');
    for (const pair of content.pairs) {
      lines.push(
        pair.file
          ? `    { new StreamContent(File.OpenRead("path/to/file")), ${quote(pair.name)}, "file" },`
          : `    { new StringContent(${quote(pair.value)}${csharpType(pair)}), ${quote(pair.name)} },`,
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

function csharpType({ type }: Pair): string {
  return type === undefined ? '' : `, System.Text.Encoding.UTF8, ${csharpText(type)}`;
}

/** The ends of lines that JSON may have in a text, and C# may not. */
const lineEnds = /[\u0085\u2028\u2029]/g;

function csharpText(text: string): string {
  return JSON.stringify(text).replace(
    lineEnds,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A text over several lines, between more quotes than it has in a row. */
function rawLiteral(text: string): string {
  if (/[\r\u0085\u2028\u2029]/.test(text)) return csharpText(text);
  const rows = [...text.matchAll(/"{3,}/g)].map(([row]) => row.length);
  const quotes = '"'.repeat(rows.reduce((most, length) => Math.max(most, length + 1), 3));
  return `${quotes}\n${indent(`    ${text}`, '    ')}\n    ${quotes}`;
}
