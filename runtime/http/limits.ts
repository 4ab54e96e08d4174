/**
 * Requests per minute that are the same on every server. Those that an operator sets are in
 * `settings/table.ts`.
 */
export const fixedLimits = {
  /** Ratings of pages by one visitor. */
  feedback: { name: 'visitor', perMinute: 10, burst: 0 },
  /** Test events of one webhook. */
  webhookTest: { name: 'webhook-test', perMinute: 10, burst: 0 },
  /** Requests with one key of the payments platform. */
  platform: { name: 'platform', perMinute: 120, burst: 0 },
  /** Attempts to sign in from one address, and to one account. */
  signIn: { name: 'sign-in', perMinute: 30, burst: 0 },
  signInAccount: { name: 'sign-in-account', perMinute: 10, burst: 0 },
  /** Messages with a link to one account. */
  signInLink: { name: 'sign-in-link', perMinute: 3, burst: 0 },
  passwordReset: { name: 'password-reset', perMinute: 3, burst: 0 },
} as const;

/** What readers may send the assistant, and what agents may ask of `/mcp`. */
export const chatLimits = {
  visitor: { name: 'visitor', perMinute: 10 },
  address: { name: 'address', perMinute: 30 },
  agent: { name: 'agent', perMinute: 60 },
} as const;

/** What readers may send to APIs from a page. Times in ms, sizes in bytes and characters. */
export const proxyLimits = {
  /** An answer begins soon; a stream of events may last long, but not without an end or without a word. */
  times: { first: 10_000, idle: 60_000, total: 600_000 },
  connect: 3000,
  answer: 5 * 1024 * 1024,
  body: 5 * 1024 * 1024,
  target: 8192,
  /** Requests that run at the same time, of all readers and of one address. */
  atOnce: 40,
  each: 6,
} as const;

/** Reads a minute of conversations and usage, by plan. */
export const readsPerMinute = {
  free: 30,
  starter: 60,
  pro: 120,
  business: 300,
  enterprise: 600,
} as const;
