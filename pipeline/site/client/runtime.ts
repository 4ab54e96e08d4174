/** The assistant's panel as the site's `docs.json` wants it. */
export interface PanelSettings {
  readonly name: string;
  readonly greeting?: string;
  readonly position: 'bottom-right' | 'bottom-left';
  readonly suggestedQuestions: readonly string[];
  readonly theme: {
    readonly accentColor?: string;
    readonly icon: 'sparkle' | 'chat' | 'bot' | 'search';
  };
  readonly contactSupport: {
    readonly enabled: boolean;
    readonly email?: string;
    readonly label: string;
  };
  readonly deflection: {
    readonly enabled: boolean;
    readonly supportEmail?: string;
    readonly showHelpButton: boolean;
  };
}

/** The server behind a page: what it offers, and where its API is. */
export interface Runtime {
  readonly project: string;
  readonly assistant: boolean;
  readonly feedback: boolean;
  readonly mcp: boolean;
  readonly panel?: PanelSettings;
  /** Such as `https://api.example.com/api/v1`, or `/api/v1` on the same host. */
  readonly api: string;
}

/** Minutes that an answer is believed within a session. */
const fresh = 10;
const key = 'docent-runtime';

/**
 * Asks the server behind the page what it offers; undefined where there is none. On a static host the
 * note beside the page says so, unless a `docent-runtime` meta tag names a server elsewhere.
 */
export async function findRuntime(): Promise<Runtime | undefined> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="docent-runtime"]');
  const elsewhere = meta?.content.replace(/\/+$/, '');
  const base = elsewhere ?? document.documentElement.dataset.base ?? '';
  const known = read();
  if (known && known.base === base && Date.now() - known.at < fresh * 60_000) return known.runtime;
  let runtime: Runtime | undefined;
  try {
    const response = await fetch(`${base}/_docent/runtime.json`, { credentials: 'omit' });
    const note: unknown = response.ok ? await response.json() : undefined;
    if (isNote(note)) {
      const origin = elsewhere === undefined ? '' : new URL(elsewhere).origin;
      runtime = { ...note, api: `${origin}/api/v1` };
    }
  } catch {
    // Nobody is there: the page is complete without.
    return undefined;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify({ base, at: Date.now(), runtime }));
  } catch {
    // Asked again on the next page.
  }
  return runtime;
}

function read():
  | { readonly base: string; readonly at: number; readonly runtime?: Runtime }
  | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function isNote(value: unknown): value is Runtime {
  return (
    typeof value === 'object' &&
    value !== null &&
    'project' in value &&
    typeof value.project === 'string'
  );
}
