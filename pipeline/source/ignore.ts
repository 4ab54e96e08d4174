/** Answers whether a path (relative, forward slashes) is left out. */
export type Ignore = (path: string, isFolder: boolean) => boolean;

interface Rule {
  readonly pattern: RegExp;
  readonly folderOnly: boolean;
  readonly keep: boolean;
}

/** Reads a `.docentignore` file: the rules of `.gitignore`, the last one that fits decides. */
export function readIgnore(text: string): Ignore {
  const rules = text.split(/\r\n|\r|\n/).flatMap(ruleOf);
  return (path, isFolder) => {
    for (let i = rules.length - 1; i >= 0; i--) {
      const rule = rules[i];
      if (rule === undefined || (rule.folderOnly && !isFolder)) continue;
      if (rule.pattern.test(path)) return !rule.keep;
    }
    return false;
  };
}

function ruleOf(line: string): Rule[] {
  let glob = line.replace(/(?<!\\)[ \t]+$/, '').slice(0, 1000);
  if (glob === '' || glob.startsWith('#')) return [];
  const keep = glob.startsWith('!');
  if (keep) glob = glob.slice(1);
  const folderOnly = glob.endsWith('/');
  if (folderOnly) glob = glob.slice(0, -1);
  const anchored = glob.includes('/');
  glob = glob.replace(/^\//, '');
  if (glob === '') return [];
  const start = anchored ? '^' : '^(?:.*/)?';
  try {
    return [{ pattern: new RegExp(`${start}${expression(glob)}$`, 'su'), folderOnly, keep }];
  } catch {
    return [];
  }
}

function expression(glob: string): string {
  let out = '';
  for (let i = 0; i < glob.length; i++) {
    const c = glob[i] ?? '';
    if (c === '*' && glob[i + 1] === '*') {
      while (glob[i + 1] === '*') i++;
      const folder = glob[i + 1] === '/' && (out === '' || out.endsWith('/'));
      if (folder) i++;
      out += folder ? '(?:.*/)?' : '.*';
    } else if (c === '*') {
      // One star after another says the same, and would only cost time.
      if (!out.endsWith('[^/]*')) out += '[^/]*';
    } else if (c === '?') out += '[^/]';
    else if (c === '[' && glob.indexOf(']', i + 2) > 0) {
      const end = glob.indexOf(']', i + 2);
      const set = glob
        .slice(i + 1, end)
        .replace(/^!/, '^')
        .replace(/[\\[]/g, '\\$&');
      out += `(?!/)[${set}]`;
      i = end;
    } else if (c === '\\' && i + 1 < glob.length) out += escaped(glob[++i] ?? '');
    else out += escaped(c);
  }
  return out;
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
