/** Puts values into the `{name}` places of a label. */
export function fillLabel(
  label: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
