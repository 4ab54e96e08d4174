/** Formats for the sandbox, which has no `Intl`: plain values in, plain values out, as JSON. */
export function formatFor(question: string): string {
  try {
    const [type, method, locales, options, values] = JSON.parse(question) as Question;
    return JSON.stringify({ value: answer(type, method, locales, options, values) });
  } catch (error) {
    return JSON.stringify({ error: String((error as Error).message) });
  }
}

type Question = [string, string, unknown, unknown, readonly unknown[]];

function answer(
  type: string,
  method: string,
  locales: unknown,
  options: unknown,
  values: readonly unknown[],
): unknown {
  const make = formats.get(type);
  if (make === undefined || !methods.has(method))
    throw new RangeError(`Intl.${type} is not available`);
  const given = { ...(type === 'DateTimeFormat' ? { timeZone: 'UTC' } : {}), ...Object(options) };
  const format = make(languages(locales), given as never) as Record<
    string,
    (...values: unknown[]) => unknown
  >;
  return format[method]?.(...values.map(revived));
}

// A build says the same wherever it runs: times are UTC and the language is English unless named.
function languages(locales: unknown): string | string[] {
  if (typeof locales === 'string') return locales;
  return Array.isArray(locales) && locales.length > 0 ? locales.map(String) : 'en-US';
}

const formats: ReadonlyMap<string, (locales: string | string[], options: never) => unknown> =
  new Map<string, (locales: string | string[], options: never) => unknown>([
    ['Collator', (locales, options) => new Intl.Collator(locales, options)],
    ['DateTimeFormat', (locales, options) => new Intl.DateTimeFormat(locales, options)],
    ['DisplayNames', (locales, options) => new Intl.DisplayNames(locales, options)],
    ['ListFormat', (locales, options) => new Intl.ListFormat(locales, options)],
    ['NumberFormat', (locales, options) => new Intl.NumberFormat(locales, options)],
    ['PluralRules', (locales, options) => new Intl.PluralRules(locales, options)],
    ['RelativeTimeFormat', (locales, options) => new Intl.RelativeTimeFormat(locales, options)],
  ]);

const methods = new Set(
  'compare format formatRange formatToParts of resolvedOptions select'.split(' '),
);

function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('date' in value) return new Date(value.date as number);
  if ('bigint' in value) return BigInt(String(value.bigint));
  return 'number' in value ? Number(value.number) : value;
}
