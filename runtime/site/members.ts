import { createHash } from 'node:crypto';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { mayHave } from '../../schema/access.ts';
import { type ManifestFile, type MemberRows, memberRowsAddress } from '../../schema/build.ts';
import type { Reading } from './access.ts';
import type { Session } from './session.ts';
import { authFolder } from './sign-in-parts.ts';

/** A document as its reader gets it; the same file in the same reader where nothing is to be filled in. */
interface Shown {
  readonly site: SiteReader;
  readonly file: ManifestFile;
}

/**
 * A document with the additional content for its reader: navigation entries of protected pages, and
 * links to sign in or out. Built documents have empty slots for both.
 */
export async function forReader(
  site: SiteReader,
  file: ManifestFile,
  asked: { readonly url: URL; readonly reading: Reading },
): Promise<Shown> {
  if (!site.config.auth?.enabled || !file.type.startsWith('text/html')) return { site, file };
  const content = await site.content(file);
  const text =
    content instanceof Uint8Array
      ? Buffer.from(content).toString('utf8')
      : await new Response(content).text();
  const session = await asked.reading.session();
  const isDev = site.deployment.id === 'dev';
  const rows = session || isDev ? await rowsOf(site) : {};
  const may = (groups: readonly string[]) => isDev || mayHave({ protected: true, groups }, session);
  const filled = fillRows(text, rows, may).replace(sessionSlot, (_, words) =>
    isDev ? devMark(words, file) : sessionLink(words, { ...asked, site, session }),
  );
  if (filled === text) return { site, file };
  const bytes = Buffer.from(filled);
  return {
    site: {
      ...site,
      content: async (_, { start = 0, end = bytes.length - 1 } = {}) =>
        bytes.subarray(start, end + 1),
    },
    file: {
      path: file.path,
      type: file.type,
      ...(file.protected ? { protected: true } : {}),
      ...(file.scripts ? { scripts: file.scripts } : {}),
      immutable: false,
      bytes: bytes.length,
      hash: file.hash && createHash('sha256').update(bytes).digest('hex'),
    },
  };
}

const rowSlot = /<li data-for="(n\d+)" hidden(?:="")?><\/li>/g;
const sessionSlot = /<li data-session="([^"]*)" hidden(?:="")?><\/li>/g;

/** Rows have slots of their own, as deep as groups nest. */
function fillRows(
  html: string,
  rows: MemberRows,
  may: (groups: readonly string[]) => boolean,
): string {
  return html.replace(rowSlot, (_, id: string) => {
    const row = Object.hasOwn(rows, id) ? rows[id] : undefined;
    return row && may(row.groups) ? fillRows(row.html, rows, may) : '';
  });
}

/** Words are HTML already: `class|Sign in|Sign out`. */
function sessionLink(
  words: string,
  {
    site,
    session,
    url,
    reading,
  }: { site: SiteReader; session: Session | undefined; url: URL; reading: Reading },
): string {
  const [look = '', signIn = '', signOut = ''] = words.split('|');
  const base = `${site.deployment.basePath}${authFolder}`;
  if (session) return `<li><a class="${look}" href="${base}sign-out">${signOut}</a></li>`;
  // If sign-in is not possible, there is no link to it.
  if (!reading.client) return '';
  const to = new URLSearchParams({ to: url.pathname });
  return `<li><a class="${look}" rel="nofollow" href="${base}sign-in?${to}">${signIn}</a></li>`;
}

/** `docent dev` has no sessions: its reader writes the site, and sees which pages are protected. */
function devMark(words: string, file: ManifestFile): string {
  if (!file.protected) return '';
  const [look = ''] = words.split('|');
  return `<li><span class="${look} session-mark" title="Readers must sign in to see this page. docent dev shows all pages.">Protected page</span></li>`;
}

const opened = new WeakMap<SiteReader, Promise<MemberRows>>();

/** The rows of a deployment, read once. */
function rowsOf(site: SiteReader): Promise<MemberRows> {
  const known = opened.get(site) ?? readRows(site);
  opened.set(site, known);
  return known;
}

async function readRows(site: SiteReader): Promise<MemberRows> {
  const file = site.file(memberRowsAddress);
  // Built before there were such rows.
  if (!file) return {};
  return JSON.parse(await new Response((await site.content(file)) as BodyInit).text());
}
