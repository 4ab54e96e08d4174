/** The limits of an organization; `null` is unlimited. */
export interface Plan {
  readonly name: PlanName;
  readonly projects: number | null;
  readonly languages: number | null;
  /** Page translations per month. */
  readonly pages: number | null;
  readonly terms: number | null;
  /** Webhooks per project. */
  readonly webhooks: number | null;
  /** Webhook events per month. */
  readonly events: number | null;
  /** Assistant tokens per month; `null` is set by the operator: see `tokensOf`. */
  readonly tokens: number | null;
  /** Bytes of the files of a site. */
  readonly storage: number | null;
}

export const planNames = ['free', 'starter', 'pro', 'business', 'enterprise'] as const;

export type PlanName = (typeof planNames)[number];

const megabyte = 1024 * 1024;

/**
 * Every plan. Decision: the number of projects and the size of a site are our choice; a self-hosted
 * organization gets `enterprise` by default.
 */
const plans: Readonly<Record<PlanName, Plan>> = {
  free: plan('free', [1, 1, 50, 10, 2, 1_000, 100_000, 500 * megabyte]),
  starter: plan('starter', [3, 3, 500, 50, 5, 10_000, 500_000, 2_000 * megabyte]),
  pro: plan('pro', [10, 10, 5_000, 200, 20, 100_000, 2_000_000, 5_000 * megabyte]),
  business: plan('business', [50, 24, 50_000, 1_000, 50, 1_000_000, 5_000_000, 20_000 * megabyte]),
  enterprise: plan('enterprise', [null, 24, null, null, null, null, null, null]),
};

/** Whether a string is the name of a plan. */
export function isPlanName(name: string): name is PlanName {
  return (planNames as readonly string[]).includes(name);
}

/**
 * The plan with that name; an unknown name (in a database edited by hand) counts as the smallest.
 */
export function planOf(name: string): Plan {
  return isPlanName(name) ? plans[name] : plans.free;
}

/** Assistant tokens per month: those of the plan, else what the operator gives to organizations without a limit. */
export function tokensOf(plan: Plan, ofOperator: number | undefined): number | null {
  return plan.tokens ?? ofOperator ?? null;
}

/** Whether sites on that plan can choose the assistant's model. */
export function choosesModel(plan: Plan): boolean {
  return plan.name === 'enterprise';
}

/** A month of quotas: its name, and when it ends (epoch milliseconds). */
export interface Period {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The billing month of a moment: the calendar month in UTC, or from one anchor day to the next. An
 * anchor of 31 is the last day of shorter months.
 */
export function periodAt(time: number, anchorDay: number | null = null): Period {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const here = startOf(year, month, anchorDay);
  const [start, end] =
    time < here
      ? [startOf(year, month - 1, anchorDay), here]
      : [here, startOf(year, month + 1, anchorDay)];
  return { name: new Date(start).toISOString().slice(0, 10), start, end };
}

function startOf(year: number, month: number, anchorDay: number | null): number {
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(anchorDay ?? 1, days));
}

function plan(
  name: PlanName,
  [projects, languages, pages, terms, webhooks, events, tokens, storage]: readonly [
    number | null,
    number | null,
    number | null,
    number | null,
    number | null,
    number | null,
    number | null,
    number | null,
  ],
): Plan {
  return { name, projects, languages, pages, terms, webhooks, events, tokens, storage };
}
