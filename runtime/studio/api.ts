import { randomUUID } from 'node:crypto';
import { type ConfigPreviewBody, configPreviewBody } from '../../schema/api/config-preview.ts';
import { pageFoldersQuery, pagesQuery } from '../../schema/api/pages.ts';
import { ApiError } from '../../schema/errors.ts';
import { draftAnswer } from '../drafts/answer.ts';
import { check, readJson } from '../http/body.ts';
import { requireSize } from '../http/config-mistakes.ts';
import type { Answer } from '../http/endpoint.ts';
import { errorResponse } from '../http/errors.ts';
import { createQueryReader, numberedAnswer, pageOf } from '../http/list.ts';
import { json } from '../http/response.ts';
import { studioApi } from './address.ts';
import { readSettings, writeSettings } from './settings-file.ts';
import type { StudioSite } from './site.ts';
import { listSiteFolders, listSitePages, type PagesAsked, readSitePage } from './site-pages.ts';

/** The one project there is, by id and slug. */
const id = 'site';

/** Bytes of a body: a `docs.json` of 1 MB in any escaping that JSON has for ordinary text. */
const bodyLimit = 2 * 1024 * 1024;

/** Answers what sections of the dashboard ask of the service API, for the files of a folder. */
export async function answerApi(request: Request, site: StudioSite): Promise<Response> {
  const requestId = `req_${randomUUID()}`;
  try {
    const { body, headers } = await answerOf(request, site);
    return json(200, JSON.stringify(body), { requestId, headers: {}, keyId: '' }, headers);
  } catch (error) {
    return errorResponse(error, { requestId, accept: request.headers.get('accept') });
  }
}

async function answerOf(request: Request, site: StudioSite): Promise<Answer> {
  const { pathname, search, searchParams } = new URL(request.url);
  const path = pathname.slice(studioApi.length);
  if (path === `/projects/${id}` && request.method === 'PATCH') return save(request, site);
  if (path === `/projects/${id}/config/preview` && request.method === 'POST') {
    return preview(request, site);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError('METHOD_NOT_ALLOWED', `The studio has no ${request.method} here.`);
  }
  if (path === '/sessions/current') return { body: { data: sessionOf(site) } };
  if (path === '/projects') {
    const slug = searchParams.get('slug') ?? id;
    const page = pageOf({ perPage: 100 });
    const found = slug === id ? [projectOf(site)] : [];
    return numberedAnswer(found, found.length, page, pathname);
  }
  if (path === `/projects/${id}`) {
    const { text, tag } = readSettings(site.dir);
    return { body: { data: { ...projectOf(site), configJson: text } }, headers: { ETag: tag } };
  }
  const pages = `/projects/${id}/pages`;
  const folders = `/projects/${id}/page-folders`;
  if (path !== pages && path !== folders && !path.startsWith(`${pages}/`)) {
    throw new ApiError('NOT_FOUND', `The studio has nothing at ${path}.`);
  }
  await site.checked;
  if (path === pages) return listPages(site, searchParams, pathname + search);
  if (path === folders) return listFolders(site, searchParams, pathname + search);
  return { body: { data: readSitePage(site, decoded(path.slice(pages.length + 1))) } };
}

function listPages(site: StudioSite, searchParams: URLSearchParams, url: string): Answer {
  const query = createQueryReader(pagesQuery)(searchParams);
  const page = pageOf(query);
  const items = listSitePages(site, query as unknown as PagesAsked);
  const shown = items.slice(page.offset, page.offset + page.limit);
  return numberedAnswer(shown, items.length, page, url);
}

function listFolders(site: StudioSite, searchParams: URLSearchParams, url: string): Answer {
  const query = createQueryReader(pageFoldersQuery)(searchParams);
  const page = pageOf(query);
  const items = listSiteFolders(site, query);
  const shown = items.slice(page.offset, page.offset + page.limit);
  return numberedAnswer(shown, items.length, page, url);
}

/** A path of the site is looked up among its pages, and is never one of the disk. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return '';
  }
}

async function save(request: Request, site: StudioSite): Promise<Answer> {
  const { value } = await readJson(request, { limit: bodyLimit });
  check(settingsBody, value);
  const { configJson } = value as { readonly configJson: string };
  const ifMatch = request.headers.get('if-match') ?? undefined;
  const { tag } = writeSettings(site.dir, configJson, ifMatch);
  return { body: { data: projectOf(site) }, headers: { ETag: tag } };
}

async function preview(request: Request, site: StudioSite): Promise<Answer> {
  const { value } = await readJson(request, { limit: bodyLimit });
  check(configPreviewBody, value);
  const draft = value as ConfigPreviewBody;
  requireSize(draft.configJson);
  return { body: { data: draftAnswer(await site.show(draft)) } };
}

const settingsBody = {
  type: 'object',
  properties: { configJson: { type: 'string', expects: 'the text of docs.json' } },
  required: ['configJson'],
  additionalProperties: false,
} as const;

/** Whoever is at this machine may change its files: no one signs in. */
function sessionOf(site: StudioSite) {
  const user = { id: 'author', email: '', name: '', role: 'editor', languages: null };
  const expiresAt = '9999-12-31T23:59:59.999Z';
  return { user, organization: { id, name: site.name() }, expiresAt };
}

function projectOf(site: StudioSite) {
  return {
    ...{ id, orgId: id, name: site.name(), slug: id, subdomain: id, customDomain: null },
    ...{ repoProvider: null, repoOwner: null, repoName: null, repoBranch: '', repoPath: '' },
    ...{ createdAt: 0, updatedAt: 0 },
  };
}
