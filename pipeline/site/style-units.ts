/** Properties of CSS whose numbers have no unit, without the prefixes of browsers, in small letters. */
const unitless: ReadonlySet<string> = new Set(
  [
    'animationiterationcount aspectratio borderimageoutset borderimageslice borderimagewidth',
    'boxflex boxflexgroup boxordinalgroup columncount columns fillopacity flex flexgrow flexnegative',
    'flexorder flexpositive flexshrink floodopacity fontweight gridarea gridcolumn gridcolumnend',
    'gridcolumnspan gridcolumnstart gridrow gridrowend gridrowspan gridrowstart lineclamp lineheight',
    'opacity order orphans scale stopopacity strokedasharray strokedashoffset strokemiterlimit',
    'strokeopacity strokewidth tabsize widows zindex zoom',
  ].flatMap((line) => line.split(' ')),
);

/** What an author gave as `style`: a text, or an object as in JSX; anything else counts as absent. */
export function styleOf(value: unknown): string | Record<string, string> | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, given]: [string, unknown]) =>
      typeof given === 'string' || typeof given === 'number'
        ? [[name, styleValue(name, given)]]
        : [],
    ),
  );
}

/** The value of a property in a `style` object as CSS: numbers are pixels where the property has a unit. */
function styleValue(name: string, value: string | number): string {
  const isPlain = value === 0 || typeof value === 'string' || name.startsWith('--');
  const known = name.replace(/^(?:[Ww]ebkit|[Mm]oz|ms|O)(?=[A-Z])/, '').replaceAll('-', '');
  return isPlain || unitless.has(known.toLowerCase()) ? String(value) : `${value}px`;
}
