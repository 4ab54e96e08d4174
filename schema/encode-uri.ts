/** `encodeURI` for any text: half of a surrogate pair, which an escape of JSON or YAML can leave, becomes U+FFFD. */
export function encodeUri(text: string): string {
  return encodeURI(text.toWellFormed());
}

/** `encodeURIComponent` for any text. */
export function encodeUriPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
