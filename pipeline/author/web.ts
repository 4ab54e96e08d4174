/** Characters of a question: what they become takes the host several times the memory. */
const longest = 2_000_000;

/** Functions of browsers for the sandbox, which has none of them: texts in, plain values out, as JSON. */
export function webAnswer(question: string): string {
  try {
    if (question.length > longest) throw new RangeError('This text is too long to be converted');
    const [name, ...given] = JSON.parse(question) as [string, ...unknown[]];
    const answer = functions.get(name);
    if (answer === undefined) throw new TypeError(`${name} is not available`);
    return JSON.stringify({ value: answer(...given.map(String)) });
  } catch (error) {
    const { name, message } = error as Error;
    return JSON.stringify({ error: { name, message } });
  }
}

const parts = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

type Part = (typeof parts)[number];

const functions: ReadonlyMap<string, (...given: string[]) => unknown> = new Map(
  Object.entries({
    url: (text: string, base?: string) => partsOf(new URL(text, base)),
    changed: (href: string, part: string, value: string) => {
      const url = new URL(href);
      if (parts.some((known) => known === part)) url[part as Part] = value;
      return partsOf(url);
    },
    pairs: (text: string) => [...new URLSearchParams(text)],
    query: (pairs: string) =>
      new URLSearchParams(JSON.parse(pairs) as [string, string][]).toString(),
    btoa: (text: string) => btoa(text),
    atob: (text: string) => atob(text),
    encode: (text: string) => [...new TextEncoder().encode(text)],
    encoding: (label: string) => new TextDecoder(label).encoding,
    decode: (label: string, options: string, bytes: string) => {
      const { fatal, ignoreBOM } = JSON.parse(options) as TextDecoderOptions;
      const decoder = new TextDecoder(label, {
        fatal: fatal === true,
        ignoreBOM: ignoreBOM === true,
      });
      return decoder.decode(Uint8Array.from(JSON.parse(bytes) as number[]));
    },
  }),
);

function partsOf(url: URL): Record<Part | 'origin', string> {
  const read = Object.fromEntries(parts.map((part) => [part, url[part]])) as Record<Part, string>;
  return { ...read, origin: url.origin };
}
