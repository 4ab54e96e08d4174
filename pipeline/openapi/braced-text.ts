/** A text in double quotes in Swift and Rust: JSON's, with the escapes that those languages write in braces. */
export function bracedText(text: string): string {
  return JSON.stringify(text).replace(/\\(?:u([\da-f]{4})|(.))/g, (written, code, sign) => {
    if (code !== undefined) return `\\u{${code}}`;
    if (sign === 'b') return '\\u{8}';
    return sign === 'f' ? '\\u{c}' : written;
  });
}
