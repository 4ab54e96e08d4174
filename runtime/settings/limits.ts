/** A setting of the operator's: a variable of the environment, for some of them also a flag. */
export interface Setting<Value = unknown> {
  readonly group:
    | 'server'
    | 'sign-in'
    | 'mail'
    | 'limits'
    | 'webhooks'
    | 'models'
    | 'git'
    | 'commands';
  readonly variable: string;
  readonly flag?: string;
  /** What holds without it, as the handbook says it. */
  readonly fallback: string;
  readonly text: string;
  /** Reads and checks it; settings without it are read where they are used, several at a time. */
  readonly read?: (text: string) => Value;
}

/** A number with its bounds; `times` makes of it what the code counts in. */
interface NumberSetting extends Setting<number> {
  readonly initial: number;
  readonly read: (text: string) => number;
}

interface Bounds {
  readonly initial: number;
  readonly least: number;
  readonly most: number;
  /** Milliseconds of its unit. */
  readonly times?: number;
}

function number(
  group: Setting['group'],
  variable: string,
  { initial, least, most, times = 1 }: Bounds,
  text: string,
): NumberSetting {
  const read = (given: string): number => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value * times;
    throw new Error(`"${given}", expected a whole number from ${least} to ${most}.`);
  };
  const bounds = `${least} to ${most}`;
  const initially = initial * times;
  return {
    group,
    variable,
    fallback: String(initial),
    text: `${text} ${bounds}.`,
    read,
    initial: initially,
  };
}

const rate = (initial: number) => ({ initial, least: 1, most: 1_000_000 });

const second = 1000;

const minute = 60 * second;

const day = 1440 * minute;

/** Every number that the operator may change. */
export const numbers = {
  keyRate: number('limits', 'DOCENT_KEY_RATE', rate(600), 'Requests per minute with one API key.'),
  keyBurst: number(
    'limits',
    'DOCENT_KEY_BURST',
    { initial: 60, least: 0, most: 1_000_000 },
    'Extra requests a key may make in a burst once the limit is used up.',
  ),
  heavyRate: number(
    'limits',
    'DOCENT_HEAVY_RATE',
    rate(60),
    'Translations and exports a key may start per minute.',
  ),
  wrongKeys: number(
    'limits',
    'DOCENT_WRONG_KEYS',
    rate(30),
    'Wrong keys per minute from one address; further requests are rejected until the minute is over.',
  ),
  chatRate: number(
    'limits',
    'DOCENT_CHAT_RATE',
    rate(30),
    'Assistant questions per minute from one address.',
  ),
  feedbackRate: number(
    'limits',
    'DOCENT_FEEDBACK_RATE',
    rate(30),
    'Page ratings per minute from one address.',
  ),
  proxyRate: number(
    'limits',
    'DOCENT_PROXY_RATE',
    rate(60),
    'Requests per minute that one address may send to an API from its pages.',
  ),
  headerTimeout: number(
    'limits',
    'DOCENT_HEADER_TIMEOUT',
    { initial: 10, least: 1, most: 300, times: second },
    'Seconds a client has to send the headers of a request.',
  ),
  bodyTimeout: number(
    'limits',
    'DOCENT_BODY_TIMEOUT',
    { initial: 30, least: 1, most: 3600, times: second },
    'Seconds a client has to send the whole request, including its body.',
  ),
  webhookRetries: number(
    'webhooks',
    'DOCENT_WEBHOOK_RETRIES',
    { initial: 5, least: 0, most: 5 },
    'How often a failed delivery is retried.',
  ),
  webhookTimeout: number(
    'webhooks',
    'DOCENT_WEBHOOK_TIMEOUT',
    { initial: 10, least: 1, most: 30, times: second },
    'Seconds a receiver has to answer.',
  ),
  webhookDisableAfter: number(
    'webhooks',
    'DOCENT_WEBHOOK_DISABLE_AFTER',
    { initial: 50, least: 1, most: 1_000_000 },
    'Consecutive failures after which a webhook is disabled.',
  ),
  webhookDisableAge: number(
    'webhooks',
    'DOCENT_WEBHOOK_DISABLE_AGE',
    { initial: 0, least: 0, most: 43_200, times: minute },
    'Minutes the failures must also have lasted.',
  ),
  diskCache: number(
    'server',
    'DOCENT_DISK_CACHE',
    { initial: 10_000, least: 10, most: 100_000_000, times: 2 ** 20 },
    'Megabytes of pages and sources from `DOCENT_STORAGE` that a server keeps on its disk.',
  ),
  searchRetention: number(
    'limits',
    'DOCENT_SEARCH_RETENTION',
    { initial: 90, least: 0, most: 3650, times: day },
    'Days for which the [searches of readers](/configuration/search#what-readers-search-for) are counted; `0` counts none.',
  ),
  analyticsRetention: number(
    'limits',
    'DOCENT_ANALYTICS_RETENTION',
    { initial: 400, least: 0, most: 3650, times: day },
    'Days for which the [views of pages](/service/analytics) are kept, in sums of a day; `0` counts none.',
  ),
  modelPatience: number(
    'models',
    'DOCENT_MODEL_PATIENCE',
    { initial: 15, least: 1, most: 1440, times: minute },
    'Minutes a page waits for a failing model before its translation fails.',
  ),
} as const;

/** The numbers as the code counts them: times in milliseconds. */
export type Limits = Readonly<Record<keyof typeof numbers, number>>;

/** What holds when nothing is said. */
export const initialLimits: Limits = limitsFrom(({ initial }) => initial);

/** The numbers, each as `value` has it. */
export function limitsFrom(value: (setting: NumberSetting) => number): Limits {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, setting]) => [name, value(setting)]),
  ) as Limits;
}
