/** How editors are asked to open a place of a file. */
const editors = {
  vscode: (file: string, { line, column }: Spot) => `vscode://file${file}:${line}:${column}`,
  cursor: (file: string, { line, column }: Spot) => `cursor://file${file}:${line}:${column}`,
  windsurf: (file: string, { line, column }: Spot) => `windsurf://file${file}:${line}:${column}`,
  zed: (file: string, { line, column }: Spot) => `zed://file${file}:${line}:${column}`,
  webstorm: (file: string, { line, column }: Spot) =>
    `webstorm://open?file=${encodeURIComponent(decodeURIComponent(file))}&line=${line}&column=${column}`,
  idea: (file: string, { line, column }: Spot) =>
    `idea://open?file=${encodeURIComponent(decodeURIComponent(file))}&line=${line}&column=${column}`,
} as const;

/** Lines and columns count from 1. */
interface Spot {
  readonly line: number;
  readonly column: number;
}

/** An editor that can be opened by an address. */
export type EditorName = keyof typeof editors;

/** Address that opens a place of a file, given by its absolute path. */
export function editorAddress(editor: EditorName, path: string, at: Spot): string {
  const slashed = path.replaceAll('\\', '/');
  // Paths of Windows begin with a letter.
  const rooted = slashed.startsWith('/') ? slashed : `/${slashed}`;
  return editors[editor](encodeURI(rooted).replaceAll(/[?#]/g, encodeURIComponent), at);
}
