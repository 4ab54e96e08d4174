/** Whether an icon is an address or a path rather than a name, which may have that of its set before it: `lucide:rocket`. */
export function isPath(icon: string): boolean {
  return icon.includes('/') || /^data:|\.(?:svg|png|jpe?g|webp|gif|ico|avif)$/i.test(icon);
}

/** Whether an icon is a sign of the text's own font: an emoji. */
export function isSign(icon: string): boolean {
  return icon.length <= 16 && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(icon);
}
