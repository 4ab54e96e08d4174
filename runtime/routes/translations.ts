import { dataOf, listOf } from '../../schema/api/shapes.ts';
import {
  type ExportBody,
  exportBody,
  exportResult,
  translationRecord,
  translationsQuery,
} from '../../schema/api/translations.ts';
import { isLanguageCode } from '../../schema/languages.ts';
import { recordView } from '../api/record-view.ts';
import { noCredentials, requireBranchName, requireGitHub } from '../api/repository.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { invalid } from '../http/body.ts';
import type { Answer } from '../http/endpoint.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { findLanguage, notConfigured } from '../store/languages.ts';
import type { Store } from '../store/open.ts';
import { findRecord, listRecords, type RecordView, releaseOwnership } from '../store/records.ts';

/** Lists translations, and exports them to the repository of a project. */
export const translationRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects/:projectId/translations',
    operationId: 'listTranslations',
    tag: 'Translations',
    title: 'List translations',
    description: 'The status of every page in one language, sorted by page path.',
    scope: 'projects:read',
    query: translationsQuery,
    requiredQuery: ['language'],
    success: {
      status: 200,
      description: 'One page of records.',
      schema: listOf(translationRecord),
    },
    handle: listHandler,
  },
  {
    method: 'DELETE',
    path: '/projects/:projectId/translations/:language/:pagePath+/ownership',
    operationId: 'releaseTranslation',
    tag: 'Translations',
    title: 'Release translation',
    description: 'Returns a translation owned by a person to automatic translation.',
    scope: 'translations:write',
    languageOf: ({ params }) => params.language ?? '',
    success: { status: 200, description: 'The record.', schema: dataOf(translationRecord) },
    errors: [{ code: 'CONFLICT', description: 'The translation is a file of the site.' }],
    state: async ({ services, project, params }) => {
      const { language = '', pagePath = '' } = params;
      const ref = { projectId: project.id, language, pagePath: pagePath.normalize('NFC') };
      const record = await findRecord(services.store.db, ref);
      return record && { humanOwned: record.human_owned === 1, status: record.status };
    },
    handle: async ({ services, project, params }) => {
      const language = params.language ?? '';
      if (!isLanguageCode(language)) {
        throw invalid(
          'language',
          'unexpected-value',
          `Unexpected language ${JSON.stringify(language)}`,
        );
      }
      const record = await releaseOwnership(services.store, {
        projectId: project.id,
        language,
        pagePath: (params.pagePath ?? '').normalize('NFC'),
      });
      return { body: { data: recordView(record) } };
    },
  },
  {
    method: 'POST',
    path: '/projects/:projectId/translations/export-repo',
    operationId: 'exportTranslations',
    liveOnly: true,
    tag: 'Translations',
    title: 'Export translations',
    description: 'Commits the translations of one language to a branch of the repository.',
    scope: 'projects:write',
    heavy: true,
    body: exportBody,
    success: {
      status: 200,
      description: 'The result of the export.',
      schema: dataOf(exportResult),
    },
    errors: [
      { code: 'UPSTREAM_ERROR', description: 'The Git host refused the request or failed.' },
    ],
    handle: async ({ services, project, body }) => {
      const { language, branch } = body as ExportBody;
      requireGitHub(project);
      requireBranchName(branch);
      if (!(await findLanguage(services.store.db, project.id, language))) {
        throw notConfigured(language);
      }
      if (!services.exportTranslations) throw noCredentials();
      const service = (services.service ?? 'Docent').toLowerCase();
      const result = await services.exportTranslations({
        project,
        language,
        branch: branch ?? `${service}/translations-${language}-${services.now()}`,
        branchGiven: branch !== undefined,
      });
      return { body: { data: result } };
    },
  },
];

/**
 * Lists by project: who watches a translation asks for the same page again and again. Every change of a
 * record counts up `locked` of its project first, so that an old list is never found under a new count.
 */
const lists = new WeakMap<Store, Map<string, Answer>>();
const mostLists = 500;

async function listHandler({ services, project, query, url }: ApiCall) {
  const { store } = services;
  let known = lists.get(store);
  if (!known) {
    known = new Map();
    lists.set(store, known);
  }
  const language = String(query.language);
  const status = query.status === undefined ? null : String(query.status);
  const page = pageOf(query, { name: 'page', types: ['string'] });
  const key = `${project.id} ${project.locked} ${url}`;
  let answer = known.get(key);
  if (answer === undefined) {
    if (!(await findLanguage(store.db, project.id, language))) throw notConfigured(language);
    const where = { projectId: project.id, language, status };
    const listed = await listRecords(store.db, { ...where, ...page });
    const keyOf = (row: RecordView) => [row.page_path];
    const { body, headers = {} } = listAnswer(listed, page, { url, view: recordView, keyOf });
    answer = { body: undefined, text: JSON.stringify(body), headers };
    if (known.size >= mostLists) known.clear();
    known.set(key, answer);
  }
  return answer;
}
