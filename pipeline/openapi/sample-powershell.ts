import {
  bodyText,
  type Content,
  type Pair,
  type RequestShape,
  usualMethods,
} from './sample-body.ts';

/** A request with `Invoke-WebRequest`. */
export function powershell(request: RequestShape, content: Content): string {
  const { method, url, headers } = request;
  const before: string[] = [];
  const options = [
    `-Uri ${quote(url)}`,
    usualMethods.has(method) ? `-Method ${method}` : `-CustomMethod ${quote(method)}`,
  ];
  if (headers.length > 0) {
    const rows = headers.map(([name, value]) => `    ${quote(name)} = ${quote(value)}`);
    before.push('$headers = @{', ...rows, '}');
    options.push('-Headers $headers');
  }
  const media = request.body?.mediaType;
  if (media !== undefined && content.type !== 'multipart') {
    options.push(`-ContentType ${quote(media === '*/*' ? 'application/json' : media)}`);
  }
  const text = bodyText(content);
  if (text !== undefined) {
    before.push(`$body = ${quote(text)}`);
    // Older versions send a text in the signs of Western Europe.
    const isAscii = !/[\u0080-\uffff]/.test(text);
    options.push(isAscii ? '-Body $body' : '-Body ([Text.Encoding]::UTF8.GetBytes($body))');
  } else if (content.type === 'file') options.push("-InFile 'path/to/file'");
  else if (content.type === 'multipart') {
    before.push('$form = [Net.Http.MultipartFormDataContent]::new()');
    before.push(...content.pairs.map((pair) => `$form.Add(${part(pair)})`));
    options.push('-Body $form');
  }
  return [
    ...before,
    ...(before.length > 0 ? [''] : []),
    `$response = Invoke-WebRequest ${options.join(' `\n    ')}`,
    '$response.Content',
  ].join('\n');
}

function part({ name, value, type, file }: Pair): string {
  if (file) {
    const stream = "(Get-Item 'path/to/file').OpenRead()";
    return `[Net.Http.StreamContent]::new(${stream}), ${quote(name)}, 'file'`;
  }
  const typed = type === undefined ? '' : `, [Text.Encoding]::UTF8, ${quote(type)}`;
  return `[Net.Http.StringContent]::new(${quote(value)}${typed}), ${quote(name)}`;
}

/** A text in single quotes; the curly ones end it as well. */
function quote(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
