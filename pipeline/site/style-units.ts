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

/** The value of a property in a `style` object as CSS: numbers are pixels where the property has a unit. */
export function styleValue(name: string, value: string | number): string {
  const isPlain = value === 0 || typeof value === 'string' || name.startsWith('--');
  const known = name.replace(/^(?:[Ww]ebkit|[Mm]oz|ms|O)(?=[A-Z])/, '').replaceAll('-', '');
  return isPlain || unitless.has(known.toLowerCase()) ? String(value) : `${value}px`;
}
