import { encodeUriPart } from '../../../schema/encode-uri.ts';
import { given } from '../../../schema/given.ts';
import type { Channel, Example, Operation, Sample } from '../../../schema/operation.ts';
import { holdsLong, parseExact, writeExact } from '../exact-json.ts';
import { indent, quoted } from '../sample-body.ts';
import { withQuery } from '../serialize.ts';

/** Whether a protocol is one that browsers speak. */
function isSocket(protocol: string): boolean {
  return protocol === 'ws' || protocol === 'wss';
}

/** Programs that open a WebSocket channel, send a message and show what arrives. */
export function socketSamples(operation: Operation, channel: Channel): readonly Sample[] {
  const at = channel.servers.findIndex(({ protocol }) => isSocket(protocol));
  if (at < 0) return [];
  const server = operation.servers[at]?.url ?? '';
  const sent = channel.operations.find(({ direction }) => direction === 'send')?.messages[0];
  const message = channel.messages.find(({ id }) => id === sent)?.examples[0];
  const request: Opening = {
    url: addressOf(server, operation),
    headers: headersOf(operation),
    ...given({ message }),
  };
  return [
    { label: 'JavaScript', language: 'javascript', text: browser(request) },
    { label: 'Node.js', language: 'javascript', text: node(request) },
    { label: 'Python', language: 'python', text: python(request) },
    { label: 'wscat', language: 'bash', text: wscat(request) },
  ];
}

interface Opening {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The example of the first message that is sent. */
  readonly message?: Example;
}

function addressOf(server: string, operation: Operation): string {
  const query: string[] = [];
  let path = operation.channel?.address ?? '';
  for (const { name, in: place, field } of operation.parameters) {
    const value = field.example ?? field.default ?? field.enum?.[0];
    const text = value === undefined ? `<${name}>` : encodeUriPart(String(value));
    if (place === 'path') path = path.replaceAll(`{${name}}`, text);
    else if (place === 'query' && (field.required || field.example !== undefined)) {
      query.push(`${encodeUriPart(name)}=${text}`);
    }
  }
  for (const scheme of operation.security) {
    if (scheme.type === 'apiKey' && scheme.in === 'query' && scheme.parameter) {
      query.push(`${encodeUriPart(scheme.parameter)}=<api-key>`);
    }
  }
  const rest = path === '' || path === '/' ? '' : path.replace(/^(?=[^/])/, '/');
  return withQuery(`${server}${rest}`, query);
}

function headersOf(operation: Operation): Opening['headers'] {
  const headers: [string, string][] = [];
  for (const scheme of operation.security) {
    if (scheme.type === 'apiKey' && scheme.in === 'header' && scheme.parameter) {
      headers.push([scheme.parameter, '<api-key>']);
    } else if (scheme.type === 'http') {
      const basic = scheme.scheme === 'basic';
      headers.push(['Authorization', basic ? 'Basic <credentials>' : 'Bearer <token>']);
    } else if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') {
      headers.push(['Authorization', 'Bearer <token>']);
    }
  }
  for (const { name, in: place, field } of operation.parameters) {
    if (place !== 'header' || !field.required) continue;
    headers.push([name, String(field.example ?? field.default ?? `<${name}>`)]);
  }
  return [...new Map(headers)];
}

function scriptText({ language, text }: Example): string {
  // A number of the language would lose the last digits of a long one.
  return language === 'json' && !holdsLong(text)
    ? `JSON.stringify(${indent(text, '  ')})`
    : JSON.stringify(text);
}

function browser({ url, message }: Opening): string {
  return [
    `const socket = new WebSocket(${quoted(url)});`,
    '',
    ...(message === undefined
      ? []
      : [
          "socket.addEventListener('open', () => {",
          `  socket.send(${scriptText(message)});`,
          '});',
          '',
        ]),
    "socket.addEventListener('message', (event) => {",
    '  console.log(event.data);',
    '});',
  ].join('\n');
}

function node({ url, headers, message }: Opening): string {
  const rows = headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`);
  const options = rows.length > 0 ? `, {\n  headers: {\n${rows.join('\n')}\n  },\n}` : '';
  return [
    "import WebSocket from 'ws';",
    '',
    `const socket = new WebSocket(${quoted(url)}${options});`,
    '',
    ...(message === undefined
      ? []
      : ["socket.on('open', () => {", `  socket.send(${scriptText(message)});`, '});', '']),
    "socket.on('message', (data) => {",
    '  console.log(data.toString());',
    '});',
  ].join('\n');
}

function python({ url, headers, message }: Opening): string {
  const quote = JSON.stringify;
  const rows = headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`);
  const connect = [quote(url), ...(rows.length > 0 ? ['additional_headers=headers'] : [])];
  return [
    'from websockets.sync.client import connect',
    '',
    ...(rows.length > 0 ? ['headers = {', ...rows, '}', ''] : []),
    `with connect(${connect.join(', ')}) as socket:`,
    ...(message === undefined ? [] : [`    socket.send(${pythonText(message.text)})`]),
    '    for message in socket:',
    '        print(message)',
  ].join('\n');
}

/** A text over several lines, as long as nothing in it ends it early. */
function pythonText(text: string): string {
  const plain = text.includes('\n') && !/"""|\\/.test(text) && !text.endsWith('"');
  return plain ? `"""${text}"""` : JSON.stringify(text);
}

function wscat({ url, headers, message }: Opening): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [`wscat --connect ${quote(url)}`];
  for (const [name, value] of headers) lines.push(`--header ${quote(`${name}: ${value}`)}`);
  if (message !== undefined) {
    lines.push(`--execute ${quote(compact(message.text))}`, '--wait 5');
  }
  return lines.join(' \\\n  ');
}

function compact(text: string): string {
  try {
    return writeExact(parseExact(text));
  } catch {
    return text;
  }
}
