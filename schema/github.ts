/** `owner/name` of a repository on GitHub that a text names: as such, or as its address. */
export function githubName(written: string): string | undefined {
  const name = written
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/[?#].*$/, '')
    .replace(/(?:\.git)?\/*$/, '');
  return /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/.test(name) ? name : undefined;
}

/** `owner/name` of the repository that a link leads to; other links may look like a bare name. */
export function githubLink(href: string): string | undefined {
  return /^(?:https?:\/\/)?(?:www\.)?github\.com\//i.test(href.trim())
    ? githubName(href)
    : undefined;
}
