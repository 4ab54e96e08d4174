import { bracedText } from './braced-text.ts';
import {
  bodyText,
  type Content,
  headersOf,
  openParts,
  type Pair,
  partName,
  type RequestShape,
} from './sample-body.ts';

/** A request with `URLSession`. */
export function swift(request: RequestShape, content: Content): string {
  const headers = headersOf(request).map(
    ([name, value]) => [bracedText(name), bracedText(value)] as const,
  );
  const body = swiftBody(content);
  if (content.type === 'multipart') {
    headers.push(['"Content-Type"', '"multipart/form-data; boundary=\\(boundary)"']);
  }
  return [
    'import Foundation',
    '',
    ...(content.type === 'multipart' ? swiftForm(content.pairs) : []),
    `var request = URLRequest(url: URL(string: ${address(request.url)})!)`,
    `request.httpMethod = ${bracedText(request.method)}`,
    ...headers.map(([name, value]) => `request.addValue(${value}, forHTTPHeaderField: ${name})`),
    ...(body === undefined ? [] : [`request.httpBody = ${body}`]),
    '',
    'let (data, _) = try await URLSession.shared.data(for: request)',
    'print(String(decoding: data, as: UTF8.self))',
  ].join('\n');
}

function address(url: string): string {
  const filled = openParts(url).map(
    ([part, value]) => `.replacingOccurrences(of: ${bracedText(part)}, with: ${bracedText(value)})`,
  );
  return bracedText(url) + filled.join('');
}

function swiftBody(content: Content): string | undefined {
  if (content.type === 'multipart') return 'form';
  if (content.type === 'file') return file;
  const text = bodyText(content);
  return text === undefined ? undefined : `Data(${block(text)}.utf8)`;
}

const file = 'try Data(contentsOf: URL(fileURLWithPath: "path/to/file"))';

/** The lines that write the parts of a form. */
function swiftForm(pairs: readonly Pair[]): readonly string[] {
  const rows = pairs.map((pair) => {
    const head = partName(pair.name) + (pair.file ? '; filename="file"' : '');
    const kind = pair.type === undefined ? '' : `\r\nContent-Type: ${pair.type}`;
    return `    (${bracedText(head + kind)}, ${pair.file ? file : `Data(${bracedText(pair.value)}.utf8)`}),`;
  });
  return [
    'let parts: [(String, Data)] = [',
    ...rows,
    ']',
    'let boundary = UUID().uuidString',
    'var form = Data()',
    'for (head, value) in parts {',
    '    form += Data("--\\(boundary)\\r\\nContent-Disposition: form-data; \\(head)\\r\\n\\r\\n".utf8)',
    '    form += value + Data("\\r\\n".utf8)',
    '}',
    'form += Data("--\\(boundary)--\\r\\n".utf8)',
    '',
  ];
}

/** A text over several lines as it is, where nothing in it would mean something. */
function block(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const isPlain = text.includes('\n') && !/"""#|\\#|[\0-\x08\v-\x1f]/.test(text);
  return isPlain ? `#"""\n${text}\n"""#` : bracedText(text);
}
