import { bracedText } from './braced-text.ts';
import {
  type Content,
  headersOf,
  type Pair,
  type RequestShape,
  usualMethods,
} from './sample-body.ts';

/** A request with `reqwest`. */
export function rust(request: RequestShape, content: Content): string {
  const { method } = request;
  const made = usualMethods.has(method)
    ? `reqwest::Method::${method}`
    : `reqwest::Method::from_bytes(${bracedText(method)}.as_bytes())?`;
  // A form sets its type by itself.
  const headers = content.type === 'form' ? request.headers : headersOf(request);
  const body = rustBody(content);
  const lines = [
    ...(content.type === 'multipart' ? rustForm(content.pairs) : []),
    'let response = reqwest::blocking::Client::new()',
    `    .request(${made}, ${bracedText(request.url)})`,
    ...headers.map(([name, value]) => `    .header(${bracedText(name)}, ${bracedText(value)})`),
    ...(body === undefined ? [] : [`    ${body}`]),
    '    .send()?;',
    '',
    'println!("{}", response.text()?);',
    'Ok(())',
  ];
  return [
    'fn main() -> Result<(), Box<dyn std::error::Error>> {',
    // A body is a raw text: its own lines must not be indented.
    ...lines.map((line) => (line === '' ? '' : `    ${line}`)),
    '}',
  ].join('\n');
}

function rustBody(content: Content): string | undefined {
  if (content.type === 'none') return undefined;
  if (content.type === 'multipart') return '.multipart(form)';
  if (content.type === 'file') return '.body(std::fs::File::open("path/to/file")?)';
  if (content.type !== 'form') return `.body(${block(content.text)})`;
  if (content.pairs.length === 0) return '.form::<[(&str, &str)]>(&[])';
  const rows = content.pairs.map(
    ({ name, value }) => `            (${bracedText(name)}, ${bracedText(value)}),\n`,
  );
  return `.form(&[\n${rows.join('')}        ])`;
}

/** The lines that make a form of parts. */
function rustForm(pairs: readonly Pair[]): readonly string[] {
  const rows = pairs.map(({ name, value, type, file }) => {
    if (file) return `.file(${bracedText(name)}, "path/to/file")?`;
    if (type === undefined) return `.text(${bracedText(name)}, ${bracedText(value)})`;
    const part = `reqwest::blocking::multipart::Part::text(${bracedText(value)})`;
    return `.part(${bracedText(name)}, ${part}.mime_str(${bracedText(type)})?)`;
  });
  const last = rows.length - 1;
  return [
    `let form = reqwest::blocking::multipart::Form::new()${last < 0 ? ';' : ''}`,
    ...rows.map((row, index) => `    ${row}${index === last ? ';' : ''}`),
    '',
  ];
}

/** A text over several lines as it is, between more signs than a quote has after it. */
function block(text: string): string {
  if (!text.includes('\n') || text.includes('\r')) return bracedText(text);
  const rows = [...text.matchAll(/"(#*)/g)].map(([, signs = '']) => signs.length);
  const signs = '#'.repeat(rows.reduce((most, length) => Math.max(most, length + 1), 1));
  return `r${signs}"${text}"${signs}`;
}
