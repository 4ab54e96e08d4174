const fence = /^[ \t]*(`{3,}|~{3,})(.*)$/;

/** The lines of a text that are not in fenced code, nor its fences. Linear in the text. */
export function withoutFences(text: string): string {
  let open: string | undefined;
  const lines = text.split('\n').filter((line) => {
    const [, mark, rest = ''] = fence.exec(line) ?? [];
    if (open === undefined) open = mark;
    else if (mark?.startsWith(open) && rest.trim() === '') open = undefined;
    else return false;
    return mark === undefined;
  });
  return lines.join('\n');
}
