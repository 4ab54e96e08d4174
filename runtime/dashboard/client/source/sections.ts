/** The last line of each section, by the line of its heading; lines count from 1. */
export function sectionEnds(lines: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  let open: { readonly line: number; readonly depth: number }[] = [];
  let fence = '';
  const end = (depth: number, last: number) => {
    for (const one of open) if (one.depth >= depth && last > one.line) ends.set(one.line, last);
    open = open.filter((one) => one.depth < depth);
  };
  for (const [index, text] of lines.entries()) {
    const marks = /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? '';
    if (fence) {
      if (marks.startsWith(fence) && text.trim() === marks) fence = '';
      continue;
    }
    fence = marks;
    const depth = /^(#{1,6})\s/.exec(text)?.[1]?.length;
    if (depth === undefined) continue;
    end(depth, index);
    open.push({ line: index + 1, depth });
  }
  end(1, lines.length);
  return ends;
}
