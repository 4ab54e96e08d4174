/** `owner/name` of a repository on GitHub that a text names: as such, or as its address. */
export function githubName(written: string): string | undefined {
  const name = written
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/[?#].*$/, '')
    .replace(/(?:\.git)?\/*$/, '');
  return /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/.test(name) ? name : undefined;
}
