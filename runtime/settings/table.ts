import { readers } from './readers.ts';

/** A setting of the operator's: a variable of the environment, for some of them also a flag. */
export interface Setting<Value = unknown> {
  readonly group: 'server' | 'limits' | 'webhooks' | 'models' | 'git' | 'commands';
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
const numbers = {
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

/** Settings that are one text each. */
export const texts = {
  database: {
    group: 'server',
    variable: 'DATABASE_URL',
    flag: '--database',
    fallback: '`docent.db` in the output folder',
    text: '`postgres://user:password@host/name`, or a file.',
    read: readers.database,
  },
  storage: {
    group: 'server',
    variable: 'DOCENT_STORAGE',
    fallback: 'the output folder',
    text: '`s3://bucket/prefix`: object storage that [several servers](/deploying/several-servers) have in common. Needs PostgreSQL.',
    read: readers.bucket,
  },
  s3Endpoint: {
    group: 'server',
    variable: 'DOCENT_S3_ENDPOINT',
    fallback: 'that of AWS',
    text: 'Address of another host that speaks the protocol of S3.',
    read: readers.endpoint,
  },
  s3Region: {
    group: 'server',
    variable: 'DOCENT_S3_REGION',
    fallback: '`AWS_REGION`, else `us-east-1`',
    text: 'Region of the bucket. Keys come from the places where all clients of AWS look: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.',
    read: readers.name,
  },
  s3PathStyle: {
    group: 'server',
    variable: 'DOCENT_S3_PATH_STYLE',
    fallback: '`on` with `DOCENT_S3_ENDPOINT`, else `off`',
    text: '`on` puts the bucket into the path of a request instead of its host.',
    read: readers.onOff,
  },
  trustProxy: {
    group: 'server',
    variable: 'DOCENT_TRUST_PROXY',
    flag: '--trust-proxy',
    fallback: 'none',
    text: 'Comma-separated addresses or ranges of proxies whose `X-Forwarded-Host`, `X-Forwarded-Proto` and `X-Forwarded-For` headers are trusted. Without it, all readers behind a proxy share one rate limit.',
    read: readers.ranges,
  },
  secretKey: {
    group: 'server',
    variable: 'DOCENT_SECRET_KEY',
    fallback: 'a file',
    text: 'Key that encrypts the secrets in the database: at least 16 characters.',
    read: readers.secretKey,
  },
  playgroundProxy: {
    group: 'server',
    variable: 'DOCENT_PLAYGROUND_PROXY',
    fallback: '`on`',
    text: '`off` stops API pages from sending requests [through this server](/api/openapi#requests-through-the-server).',
    read: readers.onOff,
  },
  platformHost: {
    group: 'server',
    variable: 'DOCENT_PLATFORM_HOST',
    flag: '--platform-host',
    fallback: 'none',
    text: 'A host that serves only the [payments platform](/service/payments).',
    read: readers.host,
  },
  dashboardHost: {
    group: 'server',
    variable: 'DOCENT_DASHBOARD_HOST',
    flag: '--dashboard-host',
    fallback: 'every host',
    text: 'A host that serves only the [dashboard](/service/dashboard) and the API: members sign in nowhere else.',
    read: readers.host,
  },
  baseHost: {
    group: 'server',
    variable: 'DOCENT_BASE_HOST',
    flag: '--base-host',
    fallback: 'none',
    text: 'Your own host: [sites are served on subdomains](/service/operation#many-sites) of it.',
    read: readers.host,
  },
  serviceName: {
    group: 'webhooks',
    variable: 'DOCENT_SERVICE_NAME',
    flag: '--service-name',
    fallback: '`Docent`',
    text: 'Service name used in headers such as `X-Docent-Event`: letters, digits and hyphens.',
    read: readers.serviceName,
  },
  webhookAllow: {
    group: 'webhooks',
    variable: 'DOCENT_WEBHOOK_ALLOW',
    flag: '--webhook-allow',
    fallback: 'none',
    text: 'Private addresses or ranges that may be called, such as `10.20.0.0/16`.',
    read: readers.ranges,
  },
  webhookPorts: {
    group: 'webhooks',
    variable: 'DOCENT_WEBHOOK_PORTS',
    flag: '--webhook-ports',
    fallback: 'none',
    text: 'Ports that may be called besides 443.',
    read: readers.ports,
  },
  webhookPlainHosts: {
    group: 'webhooks',
    variable: 'DOCENT_WEBHOOK_PLAIN_HOSTS',
    flag: '--webhook-plain-hosts',
    fallback: 'none',
    text: 'Hosts that may be called over plain HTTP and on any port. For development only.',
    read: readers.hosts,
  },
} as const satisfies Record<string, Setting>;

/** Settings of the command line, and those that only make sense together. */
const others: readonly Setting[] = [
  {
    group: 'server',
    variable: 'DOCENT_OUT',
    flag: '--out',
    fallback: '`.docent`',
    text: 'One or more output folders.',
  },
  {
    group: 'server',
    variable: 'PORT',
    flag: '--port',
    fallback: '3000',
    text: '0 picks a free port.',
  },
  {
    group: 'server',
    variable: 'HOST',
    flag: '--host',
    fallback: '127.0.0.1',
    text: '`0.0.0.0` listens on all addresses. `docent dev` only answers requests to this name, to `localhost` or to an IP address.',
  },
  {
    group: 'server',
    variable: 'DOCENT_ORIGINS',
    fallback: 'none',
    text: 'Comma-separated origins whose pages may call this server, such as `https://docs.example.com`: static hosts, and products that [show the assistant](/configuration/assistant#the-assistant-anywhere).',
  },
  {
    group: 'server',
    variable: 'DOCENT_RUNTIME_URL',
    flag: '--runtime',
    fallback: 'none',
    text: 'Read by `docent build`: the server that answers questions and accepts ratings for a site on a static host.',
  },
  {
    group: 'server',
    variable: 'DOCENT_DEBUG',
    fallback: 'off',
    text: 'Prints the stack trace of an error.',
  },
  {
    group: 'server',
    variable: 'DOCENT_EDITOR',
    flag: '--editor',
    fallback: '`vscode`',
    text: 'Editor in which `docent dev` opens problems: `vscode`, `cursor`, `windsurf`, `zed`, `webstorm`, `idea`, or `none`.',
  },
  {
    group: 'models',
    variable: 'OPENAI_BASE_URL',
    fallback: 'default of the `openai` package',
    text: 'Any server with an OpenAI-compatible API.',
  },
  {
    group: 'models',
    variable: 'OPENAI_API_KEY',
    fallback: 'none',
    text: 'API key for the model server.',
  },
  {
    group: 'models',
    variable: 'DOCENT_CHAT_MODEL',
    fallback: 'none',
    text: 'Model that answers readers. Without it, the assistant quotes pages; `canned` [answers without a model](/service/operation#try-everything-without-a-model).',
  },
  {
    group: 'models',
    variable: 'DOCENT_MODELS',
    fallback: 'none',
    text: 'A file that lists the models a `docs.json` may request, with their addresses.',
  },
  {
    group: 'models',
    variable: 'DOCENT_CHAT_DENIED',
    fallback: 'none',
    text: 'Comma-separated words that questions must not contain.',
  },
  {
    group: 'models',
    variable: 'DOCENT_CHAT_UNSUPPORTED',
    fallback: '`mark`',
    text: 'Sentences of an answer that no page contains: `mark` marks them as not from the docs, `drop` leaves them out, and sends each sentence once it is complete.',
  },
  {
    group: 'models',
    variable: 'DOCENT_CHAT_RETENTION',
    fallback: '180',
    text: 'Days for which conversations are kept.',
  },
  {
    group: 'models',
    variable: 'DOCENT_TRANSLATE_MODEL',
    fallback: 'none',
    text: 'Model that translates pages; `pseudo` [writes test text](/service/operation#try-everything-without-a-model) without a model.',
  },
  {
    group: 'models',
    variable: 'DOCENT_TRANSLATE_PRICE',
    flag: '--price',
    fallback: 'none',
    text: 'Prices of a million tokens of requests and of answers, such as `0.15,0.6`, for `docent translate --report` and the reports of jobs.',
  },
  {
    group: 'models',
    variable: 'DOCENT_SECTION_TABLES',
    fallback: 'an output folder',
    text: 'Address of the [sections of a site](/configuration/search#where-sections-are-stored), such as `s3://bucket/site`. Set it for `docent build` and the server.',
  },
  {
    group: 'models',
    variable: 'DOCENT_EMBEDDING_MODEL',
    fallback: 'none',
    text: 'Model that lets search match by meaning as well as by words. Also read by `docent build`: set it for both.',
  },
  {
    group: 'git',
    variable: 'GITHUB_TOKEN',
    fallback: 'none',
    text: 'Token used to export translations to the repository of a project.',
  },
  {
    group: 'git',
    variable: 'GITHUB_API_URL',
    fallback: '`https://api.github.com`',
    text: 'API URL of your own GitHub server.',
  },
  {
    group: 'git',
    variable: 'DOCENT_GIT_AUTHOR',
    fallback: '`Docent`',
    text: 'Author of the commits, such as `Docs Bot <docs@example.com>`.',
  },
  {
    group: 'commands',
    variable: 'DOCENT_PASSWORD',
    fallback: 'generated and printed',
    text: 'Password of the account that `docent users create` adds.',
  },
];

/** Every setting there is, in the order of the handbook. */
export const settings: readonly Setting[] = [
  ...others,
  ...Object.values(texts),
  ...Object.values(numbers),
];
