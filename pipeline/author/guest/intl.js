// The engine has no `Intl`. The host formats instead: it is handed plain values and answers with text.

const methodsOf = {
  Collator: ['compare', 'resolvedOptions'],
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'resolvedOptions'],
  PluralRules: ['select', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
};

/** Adds `Intl` and the methods of numbers, dates and texts that are made of it. */
export function defineIntl(host) {
  const ask = (type, method, locales, options, values) => {
    const question = [type, method, locales ?? null, options ?? null, values.map(plain)];
    const answer = JSON.parse(host.intl(JSON.stringify(question)));
    if (answer.error !== undefined) throw new RangeError(answer.error);
    return answer.value;
  };
  globalThis.Intl = {};
  for (const [type, methods] of Object.entries(methodsOf)) {
    Intl[type] = class {
      constructor(locales, options) {
        for (const method of methods) {
          this[method] = (...values) => {
            const isNow = type === 'DateTimeFormat' && values[0] === undefined;
            const given = isNow && method !== 'resolvedOptions' ? [new Date()] : values;
            return ask(type, method, locales, options, given);
          };
        }
      }
      static supportedLocalesOf(locales) {
        return Array.isArray(locales) ? locales : [locales];
      }
    };
  }
  const define = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  for (const type of [Number, BigInt]) {
    define(type.prototype, 'toLocaleString', function inLanguage(locales, options) {
      return ask('NumberFormat', 'format', locales, options, [this.valueOf()]);
    });
  }
  const parts = {
    toLocaleString: [day, time],
    toLocaleDateString: [day],
    toLocaleTimeString: [time],
  };
  for (const [name, shown] of Object.entries(parts)) {
    define(Date.prototype, name, function inLanguage(locales, options = {}) {
      const isPlain = Object.keys(options).every((key) => neutral.includes(key));
      const all = isPlain ? Object.assign({}, ...shown, options) : options;
      return ask('DateTimeFormat', 'format', locales, all, [this]);
    });
  }
  define(String.prototype, 'localeCompare', function inLanguage(other, locales, options) {
    return ask('Collator', 'compare', locales, options, [String(this), String(other)]);
  });
}

const day = { year: 'numeric', month: 'numeric', day: 'numeric' };
const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' };
/** Options that say how, and not which parts of a date are shown. */
const neutral = ['timeZone', 'hour12', 'hourCycle', 'calendar', 'numberingSystem'];

function plain(value) {
  if (value instanceof Date) return { date: value.getTime() };
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) };
  return value;
}
