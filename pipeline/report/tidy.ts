/** Text that can't move the cursor or change colours of the terminal. */
export function tidy(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return text.replaceAll('\t', '  ').replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD');
}
