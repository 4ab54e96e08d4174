import { StreamLanguage, type StringStream } from '@codemirror/language';

interface Place {
  /** What the line belongs to; the first line of a file may begin its front matter. */
  part: 'start' | 'front matter' | 'fence' | 'text';
  /** The characters that end the fence. */
  fence: string;
  /** Inside of a tag, with how many braces are open in it. */
  isInTag: boolean;
  depth: number;
}

/** What has a color in MDX: front matter, headings, code, tags and links. The rest is text. */
export const mdx = StreamLanguage.define<Place>({
  name: 'mdx',
  startState: () => ({ part: 'start', fence: '', isInTag: false, depth: 0 }),
  copyState: (place) => ({ ...place }),
  token: (stream, place) => {
    if (stream.sol() && !place.isInTag) {
      const known = lineToken(stream, place);
      if (known !== undefined) return known;
    }
    return place.isInTag ? tagToken(stream, place) : textToken(stream, place);
  },
});

/** A line that is one thing as a whole. */
function lineToken(stream: StringStream, place: Place): string | null | undefined {
  const { string: line } = stream;
  const isFirst = place.part === 'start';
  if (isFirst) place.part = /^---\s*$/.test(line) ? 'front matter' : 'text';
  if (place.part === 'front matter') {
    if (!isFirst && /^---\s*$/.test(line)) place.part = 'text';
    stream.skipToEnd();
    return 'meta';
  }
  const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
  if (place.part === 'fence') {
    if (fence.startsWith(place.fence) && line.trim() === fence) place.part = 'text';
    stream.skipToEnd();
    return 'monospace';
  }
  if (fence) {
    Object.assign(place, { part: 'fence', fence });
    stream.skipToEnd();
    return 'monospace';
  }
  if (/^#{1,6}\s/.test(line)) {
    stream.skipToEnd();
    return 'heading';
  }
  return undefined;
}

function tagToken(stream: StringStream, place: Place): string | null {
  if (place.depth === 0) {
    if (stream.match(/^\/?>/)) {
      place.isInTag = false;
      return 'tagName';
    }
    if (stream.match(/^[\w:-]+(?==)/)) return 'attributeName';
  }
  if (stream.match(/^("[^"]*"|'[^']*')/)) return 'string';
  const next = stream.next();
  if (next === '{') place.depth++;
  if (next === '}') place.depth = Math.max(0, place.depth - 1);
  return null;
}

function textToken(stream: StringStream, place: Place): string | null {
  if (stream.match(/^\{\/\*.*?\*\/\}/)) return 'comment';
  if (stream.match(/^(`+)[^`]+\1/)) return 'monospace';
  if (stream.match(/^!?\[[^\]]*\]\([^)]*\)/)) return 'link';
  if (stream.match(/^<\/?(?=[A-Za-z])[\w.:-]+/)) {
    place.isInTag = true;
    return 'tagName';
  }
  stream.next();
  stream.eatWhile(/[^{`![<]/);
  return null;
}
