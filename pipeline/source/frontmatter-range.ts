import type { Place } from '../../schema/errors.ts';

/** The range of the YAML in a page's front matter, and the start of its body. */
export interface FrontmatterRange {
  /** Undefined when the page has none. */
  readonly yaml?: string;
  readonly yamlOffset: number;
  readonly bodyOffset: number;
  /** The opening `---` has no closing one. */
  readonly unclosed: boolean;
}

/** Finds the front matter: `---` on the very first line, up to the next line that is only `---`. */
export function splitFrontmatter(text: string): FrontmatterRange {
  const open = /^\ufeff?---[ \t]*(?:\r\n|\r|\n)/.exec(text);
  if (open === null) return { yamlOffset: 0, bodyOffset: 0, unclosed: false };
  const yamlOffset = open[0].length;
  const close = /(?<=[\r\n])---[ \t]*(?:\r\n|\r|\n|$)/g;
  close.lastIndex = yamlOffset;
  const end = close.exec(text);
  if (end === null) return { yamlOffset, bodyOffset: 0, unclosed: looksLikeYaml(text, yamlOffset) };
  return {
    yaml: text.slice(yamlOffset, end.index),
    yamlOffset,
    bodyOffset: end.index + end[0].length,
    unclosed: false,
  };
}

/** A lone `---` at the top is a rule, unless `key: value` follows. */
function looksLikeYaml(text: string, at: number): boolean {
  return /^["']?[A-Za-z][\w:-]*["']?[ \t]*:(?:[ \t]|$)/m.test(text.slice(at, at + 200));
}

/** Whether the front matter asks for the date of the page's last change; found without parsing it. */
export function asksForDate(text: string): boolean {
  const { yaml = '' } = splitFrontmatter(text);
  return /^["']?timestamp["']?[ \t]*:[ \t]*["']?(?:true|yes)\b/im.test(yaml);
}

/** The line of a key in front matter. */
export function keyPlace(text: string, key: string): Place | undefined {
  const found = new RegExp(`^["']?${key}["']?[ \\t]*:.*$`, 'm').exec(text);
  if (!found) return undefined;
  const line = text.slice(0, found.index).split(/\r\n|\n|\r/).length;
  const [written] = found;
  const end = written.trimEnd().length;
  return {
    start: { line, column: 1, offset: found.index },
    end: { line, column: end + 1, offset: found.index + end },
  };
}
