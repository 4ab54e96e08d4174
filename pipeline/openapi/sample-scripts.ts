import { holdsLong, writeExact } from './exact-json.ts';
import { asObject } from './json.ts';
import {
  bodyText,
  type Content,
  hasRepeated,
  headersOf,
  indent,
  isTyped,
  literal,
  openParts,
  type Pair,
  partName,
  quoted,
  type RequestShape,
  usualMethods,
} from './sample-body.ts';

/** A request for the shell. */
export function curl(request: RequestShape, content: Content): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [`curl --request ${request.method}`, `--url ${quote(request.url)}`];
  for (const [name, value] of headersOf(request))
    lines.push(`--header ${quote(`${name}: ${value}`)}`);
  if (content.type === 'json' || content.type === 'text') {
    // With an at sign before it, a text would be the name of a file.
    lines.push(`--data${content.text.startsWith('@') ? '-raw' : ''} ${quote(content.text)}`);
  }
  if (content.type === 'file') lines.push(`--data-binary '@path/to/file'`);
  if (content.type === 'form') {
    for (const { name, value } of content.pairs) {
      lines.push(`--data-urlencode ${quote(`${curlName(name)}=${value}`)}`);
    }
  }
  if (content.type === 'multipart') {
    for (const pair of content.pairs)
      lines.push(`--form ${quote(`${pair.name}=${curlPart(pair)}`)}`);
  }
  return lines.join(' \\\n  ');
}

/** The command encodes only the value of a field. */
function curlName(name: string): string {
  return encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

/** The value of a part: in quotes where its signs would mean something to the command. */
function curlPart({ file, value, type }: Pair): string {
  if (file) return '@path/to/file';
  const isPlain = !/^[\s@<"]|;/.test(value);
  const text = isPlain ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
  return type === undefined ? text : `${text};type=${type}`;
}

/** A request with `fetch`. */
export function javascript(request: RequestShape, content: Content): string {
  const quote = quoted;
  const before: string[] = [];
  const options = [`method: ${quote(request.method)}`];
  const headers = headersOf(request);
  if (headers.length > 0) {
    const rows = headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`);
    options.push(`headers: {\n${rows.join('\n')}\n  }`);
  }
  if (content.type === 'json' && holdsLong(content.text)) {
    // A number of this language would lose its last digits.
    options.push(`body: ${quote(content.text)}`);
  } else if (content.type === 'json') {
    options.push(`body: JSON.stringify(${indent(content.text, '  ')})`);
  } else if (content.type === 'text') options.push(`body: ${JSON.stringify(content.text)}`);
  else if (content.type === 'file') options.push('body: file');
  else if (content.type !== 'none') {
    const name = content.type === 'form' ? 'URLSearchParams' : 'FormData';
    before.push(`const body = new ${name}();`);
    for (const pair of content.pairs) {
      const part =
        pair.type === undefined
          ? quote(pair.value)
          : `new Blob([${quote(pair.value)}], { type: ${quote(pair.type)} })`;
      before.push(`body.append(${quote(pair.name)}, ${pair.file ? 'file' : part});`);
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

/** A request with `requests`. */
export function python(request: RequestShape, content: Content): string {
  const quote = (text: string) => JSON.stringify(text);
  const lines = ['import requests', '', `url = ${quote(request.url)}`];
  const call = ['url'];
  // The package sets the usual type of JSON by itself.
  const isNull = content.type === 'json' && content.value === null;
  const isUsual = !isNull && /^(?:application\/json|\*\/\*)$/i.test(request.body?.mediaType ?? '');
  const headers = isUsual ? request.headers : headersOf(request);
  if (headers.length > 0) {
    lines.push(
      'headers = {',
      ...headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`),
      '}',
    );
    call.push('headers=headers');
  }
  if (content.type === 'json' && !isNull) {
    lines.push(`payload = ${pythonValue(content.value, '')}`);
    call.push('json=payload');
  } else if (content.type === 'json' || content.type === 'text') {
    // As JSON, None would be no body.
    lines.push(`payload = ${quote(content.text)}`);
    call.push('data=payload');
  } else if (content.type === 'file') {
    lines.push('payload = open("path/to/file", "rb")');
    call.push('data=payload');
  } else if (content.type !== 'none') {
    const part = ({ value, type }: Pair) =>
      type === undefined ? `(None, ${quote(value)})` : `(None, ${quote(value)}, ${quote(type)})`;
    // With a type of its own, a part is one of the files, if one without a name; without any, a body has no parts.
    const isForm = content.type === 'multipart' && !content.pairs.some(({ file }) => file);
    const isFile = (pair: Pair) => isForm || pair.file || isTyped(pair);
    const files = content.pairs.filter(isFile);
    if (files.length > 0) {
      const rows = pythonPairs(files, (pair) =>
        pair.file ? 'open("path/to/file", "rb")' : part(pair),
      );
      lines.push(`files = ${rows}`);
      call.push('files=files');
    }
    const data = content.pairs.filter((pair) => !isFile(pair));
    if (data.length > 0) {
      lines.push(`data = ${pythonPairs(data, ({ value }) => quote(value))}`);
      call.push('data=data');
    }
  }
  const method = usualMethods.has(request.method)
    ? `requests.${request.method.toLowerCase()}(`
    : `requests.request(${quote(request.method)}, `;
  lines.push('', `response = ${method}${call.join(', ')})`, '', 'print(response.text)');
  return lines.join('\n');
}

/** A map, or a list of pairs where a name is there twice. */
function pythonPairs(pairs: readonly Pair[], value: (pair: Pair) => string): string {
  const isList = hasRepeated(pairs);
  const rows = pairs.map((pair) => {
    const name = JSON.stringify(pair.name);
    return isList ? `    (${name}, ${value(pair)}),\n` : `    ${name}: ${value(pair)},\n`;
  });
  return isList ? `[\n${rows.join('')}]` : `{\n${rows.join('')}}`;
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
  if (!object) return writeExact(value);
  const rows = Object.entries(object);
  if (rows.length === 0) return '{}';
  const text = rows.map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonValue(item, inner)},\n`,
  );
  return `{\n${text.join('')}${space}}`;
}

/** A request with `net/http`. */
export function ruby(request: RequestShape, content: Content): string {
  const quote = literal;
  const { method } = request;
  const made = usualMethods.has(method)
    ? `Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`
    : `Net::HTTPGenericRequest.new(${quote(method)}, true, true, uri)`;
  const lines = [
    "require 'net/http'",
    ...(content.type === 'json' ? ["require 'json'"] : []),
    '',
    `uri = URI(${quote(request.url)}${openParts(request.url)
      .map(([part, value]) => `.gsub(${quote(part)}, ${quote(value)})`)
      .join('')})`,
    `request = ${made}`,
    ...headersOf(request).map(([key, value]) => `request[${quote(key)}] = ${quote(value)}`),
  ];
  if (content.type === 'json') lines.push(`request.body = ${rubyValue(content.value, '')}.to_json`);
  else if (content.type === 'text') lines.push(`request.body = ${quote(content.text)}`);
  else if (content.type === 'file') lines.push("request.body = File.binread('path/to/file')");
  else if (content.type === 'form' || content.type === 'multipart') {
    const rows = content.pairs.map((pair) => {
      const value = pair.file ? "File.open('path/to/file')" : quote(pair.value);
      return `  [${quote(pair.name)}, ${value}${rubyType(pair)}],`;
    });
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

/** The type of a part, which only one with a file name can have. */
function rubyType({ name, type }: Pair): string {
  if (type === undefined) return '';
  return `, { filename: ${literal(name)}, content_type: ${literal(type)} }`;
}

function rubyValue(value: unknown, space: string): string {
  if (value === null || value === undefined) return 'nil';
  const inner = `${space}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${rubyValue(item, inner)}`).join(',\n')}\n${space}]`;
  }
  const object = asObject(value);
  if (!object) return typeof value === 'string' ? literal(value) : String(value);
  const rows = Object.entries(object);
  if (rows.length === 0) return '{}';
  const text = rows.map(([key, item]) => `${inner}${literal(key)} => ${rubyValue(item, inner)}`);
  return `{\n${text.join(',\n')}\n${space}}`;
}

/** A request with cURL of PHP. */
export function php(request: RequestShape, content: Content): string {
  const quote = literal;
  const options = [
    `CURLOPT_URL => ${quote(request.url)}`,
    'CURLOPT_RETURNTRANSFER => true',
    `CURLOPT_CUSTOMREQUEST => ${quote(request.method)}`,
  ];
  const headers = headersOf(request).map(
    ([name, value]) => `        ${quote(`${name}: ${value}`)},`,
  );
  const before: string[] = [];
  if (content.type === 'json' && holdsLong(content.text)) {
    // A whole number of this language ends at 64 bits.
    options.push(`CURLOPT_POSTFIELDS => ${quote(content.text)}`);
  } else if (content.type === 'json') {
    options.push(`CURLOPT_POSTFIELDS => json_encode(${phpValue(content.value, '    ')})`);
  } else if (content.type === 'text') options.push(`CURLOPT_POSTFIELDS => ${quote(content.text)}`);
  else if (content.type === 'file') {
    options.push("CURLOPT_POSTFIELDS => file_get_contents('path/to/file')");
  } else if (content.type === 'form' && hasRepeated(content.pairs)) {
    options.push(`CURLOPT_POSTFIELDS => ${quote(bodyText(content) ?? '')}`);
  } else if (content.type === 'form') {
    options.push(`CURLOPT_POSTFIELDS => http_build_query(${phpFields(content.pairs)})`);
  } else if (content.type === 'multipart' && hasRepeated(content.pairs)) {
    before.push(...phpParts(content.pairs), '');
    headers.push('        "Content-Type: multipart/form-data; boundary=$boundary",');
    options.push('CURLOPT_POSTFIELDS => $body');
  } else if (content.type === 'multipart') {
    options.push(`CURLOPT_POSTFIELDS => ${phpFields(content.pairs)}`);
  }
  if (headers.length > 0) {
    options.splice(3, 0, `CURLOPT_HTTPHEADER => [\n${headers.join('\n')}\n    ]`);
  }
  return [
    '<?php',
    '',
    ...before,
    '$curl = curl_init();',
    'curl_setopt_array($curl, [',
    ...options.map((option) => `    ${option},`),
    ']);',
    '',
    'echo curl_exec($curl);',
  ].join('\n');
}

function phpFields(pairs: readonly Pair[]): string {
  const rows = pairs.map(({ name, value, type, file }) => {
    const text = literal(value);
    const typed = `new CURLStringFile(${text}, ${literal(name)}, ${literal(type ?? '')})`;
    const made = file ? "new CURLFile('path/to/file')" : type === undefined ? text : typed;
    return `        ${literal(name)} => ${made},`;
  });
  return `[\n${rows.join('\n')}\n    ]`;
}

/** A multipart body as text: a map of its fields would lose all but the last of one name. */
function phpParts(pairs: readonly Pair[]): readonly string[] {
  const rows = pairs.map(({ name, value, type, file }) => {
    const head = partName(name) + (file ? '; filename="file"' : '');
    const end = type === undefined ? '' : ` . "\\r\\n" . ${literal(`Content-Type: ${type}`)}`;
    return `    [${literal(head)}${end}, ${file ? "file_get_contents('path/to/file')" : literal(value)}],`;
  });
  return [
    '$parts = [',
    ...rows,
    '];',
    '$boundary = bin2hex(random_bytes(16));',
    "$body = '';",
    'foreach ($parts as [$head, $value]) {',
    '    $body .= "--$boundary\\r\\nContent-Disposition: form-data; $head\\r\\n\\r\\n$value\\r\\n";',
    '}',
    '$body .= "--$boundary--\\r\\n";',
  ];
}

function phpValue(value: unknown, space: string): string {
  if (value === null || value === undefined) return 'null';
  const inner = `${space}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${phpValue(item, inner)},\n`).join('')}${space}]`;
  }
  const object = asObject(value);
  if (!object) return typeof value === 'string' ? literal(value) : String(value);
  const rows = Object.entries(object);
  // An empty list would be sent as `[]`, not as `{}`.
  if (rows.length === 0) return 'new stdClass()';
  const text = rows.map(([key, item]) => `${inner}${literal(key)} => ${phpValue(item, inner)},\n`);
  return `[\n${text.join('')}${space}]`;
}
