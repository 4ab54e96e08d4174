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
  /** Views are counted; undefined from a server of an older version. */
  readonly visits?: boolean;
  readonly panel?: PanelSettings;
  /** Such as `https://api.example.com/api/v1`, or `/api/v1` on the same host. */
  readonly api: string;
  /** Where the server has the site: an address on another host, or the site's `basePath`. */
  readonly server: string;
  /** Pages of a preview: answers can't be rated or reported. */
  readonly preview?: boolean;
  /** Address of the page, where it is one of the site: an answer begins with its version. */
  readonly page?: string;
}

/** Minutes that an answer is believed within a session. */
const fresh = 10;
const key = 'docent-runtime';

/**
 * Asks the server what it offers; undefined if it does not respond. On a static host, the note next
 * to the page answers instead, unless a `docent-runtime` meta tag points to a server elsewhere.
 */
export async function findRuntime(): Promise<Runtime | undefined> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="docent-runtime"]');
  const elsewhere = meta?.content.replace(/\/+$/, '');
  const base = elsewhere ?? document.documentElement.dataset.base ?? '';
  const known = read();
  if (known && known.base === base && Date.now() - known.at < fresh * 60_000) {
    return onPage(known.runtime);
  }
  let runtime: Runtime | undefined;
  try {
    ({ runtime } = await runtimeOf(base));
  } catch {
    // There is no server: the page is complete without one.
    return undefined;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify({ base, at: Date.now(), runtime }));
  } catch {
    // Asked again on the next page.
  }
  return onPage(runtime);
}

function onPage(runtime: Runtime | undefined): Runtime | undefined {
  return runtime && { ...runtime, page: location.pathname };
}

/** What the server of a site offers, and whether pages of this origin may ask it. */
export async function runtimeOf(
  site: string,
): Promise<{ readonly runtime: Runtime | undefined; readonly embed?: boolean }> {
  let server = site;
  let note = await readNote(server);
  // The note of a static host names the server that answers for it.
  if (isPointer(note)) {
    server = note.runtime.replace(/\/+$/, '');
    note = await readNote(server);
  }
  if (!isNote(note)) return { runtime: undefined };
  const origin = /^https?:/.test(server) ? new URL(server).origin : '';
  const { embed, ...runtime } = note;
  return {
    runtime: { ...runtime, server, api: `${origin}${runtime.api ?? '/api/v1'}` },
    ...(embed === undefined ? {} : { embed }),
  };
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

async function readNote(server: string): Promise<unknown> {
  const response = await fetch(`${server}/_docent/runtime.json`, { credentials: 'omit' });
  return response.ok ? await response.json() : undefined;
}

function isPointer(value: unknown): value is { readonly runtime: string } {
  const address = (value as { readonly runtime?: unknown } | undefined)?.runtime;
  return typeof address === 'string' && /^https?:\/\//.test(address);
}

/** What a server says of itself; its API is at `/api/v1` unless it names another path. */
type Note = Omit<Runtime, 'api' | 'server'> & { readonly api?: string; readonly embed?: boolean };

function isNote(value: unknown): value is Note {
  return typeof (value as Partial<Note> | undefined)?.project === 'string';
}
