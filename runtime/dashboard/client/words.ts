/** Times and numbers as they are shown. Everything is in English, in the zone of whoever reads. */

const language = 'en';

/** `3 minutes ago`; after a week the date. */
export function ago(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const distance = Math.abs(seconds);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (distance < 45) return seconds > 5 ? relative.format(seconds, 'second') : 'just now';
  if (distance < 3_600) return relative.format(Math.round(seconds / 60), 'minute');
  if (distance < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour');
  if (distance < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Date(time).toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** The exact time with its zone. */
export function exactly(time: number, timeZone?: string): string {
  return new Date(time).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(timeZone ? { timeZone } : {}),
  });
}

/** A time as a field for date and time has it: `2026-03-01T12:30`, in the zone of whoever types. */
export function localMinute(time: number): string {
  const zone = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - zone).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** `3 Nov`: a day of the API is a day in UTC. */
export function utcDay(date: string): string {
  return new Date(date).toLocaleDateString(language, {
    ...({ day: 'numeric', month: 'short', timeZone: 'UTC' } as const),
  });
}

/** `1,234`. */
export function count(value: number): string {
  return value.toLocaleString(language);
}

/** `12.3K` where a number has little room. */
export function short(value: number): string {
  return value.toLocaleString(language, { notation: 'compact', maximumFractionDigits: 1 });
}

/** `820 bytes`, `12.4 kB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return many(bytes, 'byte');
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`;
}

/** `1 page`, `2 pages`. */
export function many(value: number, one: string, several = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : several}`;
}

/** `850 ms`, `2.4 s`, `3 min 5 s`. */
export function lasting(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A share between 0 and 1 as `42%`; never 100% or 0% of what is not whole or nothing. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (share < 1 && whole === 100) return '99%';
  if (share > 0 && whole === 0) return '1%';
  return `${whole}%`;
}
