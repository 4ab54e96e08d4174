import { setTimeout } from 'node:timers/promises';
import {
  type LanguageBody,
  languageCreate,
  languageItem,
  languageList,
  languageRemoved,
  languageUpdate,
} from '../../schema/api/languages.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { isLanguageCode, languages } from '../../schema/languages.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { invalid } from '../http/body.ts';
import {
  addLanguage,
  countInFlight,
  endLanguageJobs,
  findLanguage,
  findLanguageSummary,
  type LanguageSummary,
  listLanguages,
  notConfigured,
  removeLanguage,
  updateLanguage,
} from '../store/languages.ts';

/** Milliseconds that a removal waits for a model at most: a process that died never gives its page back. */
const patience = 30_000;
const interval = 50;

/** The languages of a project. */
export const languageRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects/:projectId/languages',
    operationId: 'listLanguages',
    tag: 'Languages',
    title: 'List languages',
    description: 'Source language and target languages with their completeness.',
    scope: 'projects:read',
    success: { status: 200, description: 'The languages.', schema: dataOf(languageList) },
    handle: async ({ services, project }) => ({
      body: {
        data: {
          sourceLanguage: project.source_language,
          targetLanguages: (await listLanguages(services.store.db, project.id)).map(viewOf),
        },
      },
    }),
  },
  {
    method: 'POST',
    path: '/projects/:projectId/languages',
    operationId: 'addLanguage',
    tag: 'Languages',
    title: 'Add language',
    description: 'Adds a target language. Does not start a translation.',
    scope: 'projects:write',
    body: languageCreate,
    success: { status: 201, description: 'The added language.', schema: dataOf(languageItem) },
    errors: [
      { code: 'ALREADY_EXISTS', description: 'The language is already configured.' },
      { code: 'LIMIT_EXCEEDED', description: 'The plan does not allow more languages.' },
    ],
    handle: async ({ services, caller, project, body, base }) => {
      const { code, autoTranslate = false } = body as LanguageBody;
      const added = await addLanguage(
        services.store,
        { orgId: caller.orgId, projectId: project.id },
        { code, autoTranslate, now: services.now() },
      );
      // Its pages show the source until they are translated.
      const data = { projectId: project.id };
      const key = `${project.id} with ${code} ${services.now()}`;
      await services.queue.enqueue(services.store.db, 'deploy', data, { key });
      return {
        body: { data: viewOf(added) },
        headers: { Location: `${base}/projects/${project.id}/languages/${code}` },
      };
    },
  },
  {
    method: 'GET',
    path: '/projects/:projectId/languages/:code',
    operationId: 'getLanguage',
    tag: 'Languages',
    title: 'Get language',
    versioned: 'read',
    description: 'One target language with its completeness.',
    scope: 'projects:read',
    success: { status: 200, description: 'The language.', schema: dataOf(languageItem) },
    handle: async ({ services, project, params }) => {
      const code = codeOf(params);
      const found = await findLanguageSummary(services.store.db, project.id, code);
      if (!found) throw notConfigured(code);
      return { body: { data: viewOf(found) } };
    },
  },
  {
    method: 'PATCH',
    path: '/projects/:projectId/languages/:code',
    operationId: 'updateLanguage',
    tag: 'Languages',
    title: 'Update language',
    description: 'Turns automatic translation on or off.',
    scope: 'projects:write',
    body: languageUpdate,
    success: { status: 200, description: 'The language.', schema: dataOf(languageItem) },
    state: stateOf,
    handle: async ({ services, project, params, body }) => {
      const updated = await updateLanguage(services.store, project.id, {
        code: codeOf(params),
        autoTranslate: (body as Partial<LanguageBody>).autoTranslate,
      });
      return { body: { data: viewOf(updated) } };
    },
  },
  {
    method: 'DELETE',
    path: '/projects/:projectId/languages/:code',
    operationId: 'removeLanguage',
    tag: 'Languages',
    title: 'Remove language',
    description:
      'Permanently deletes all translations of the language, including those in the translation memory. A language that `i18n.languages` of `docs.json` names is a target again when a changed `docs.json` is deployed that still names it.',
    scope: 'projects:write',
    success: { status: 200, description: 'The deleted language.', schema: dataOf(languageRemoved) },
    state: stateOf,
    handle: async ({ services, project, params }) => {
      const code = codeOf(params);
      await endLanguageJobs(services.store, project.id, { code, now: services.now() });
      // What a model has in its hands comes back first, and is thrown away.
      for (let waited = 0; waited < patience; waited += interval) {
        if ((await countInFlight(services.store.db, project.id, code)) === 0) break;
        await setTimeout(interval);
      }
      // Before the rows: whoever dies in between has a language that can be removed again.
      await services.removeFileTranslations?.(project, code);
      const pagesDeleted = await removeLanguage(services.store, project.id, {
        code,
        now: services.now(),
      });
      // The pages of the language leave the site with the next build.
      const data = { projectId: project.id };
      const key = `${project.id} without ${code} ${services.now()}`;
      await services.queue.enqueue(services.store.db, 'deploy', data, { key });
      return { body: { data: { deleted: true, code, pagesDeleted } } };
    },
  },
];

/** A language as the audit log compares it. */
async function stateOf({ services, project, params }: ApiCall) {
  const row = await findLanguage(services.store.db, project.id, params.code ?? '');
  return row && { autoTranslate: row.auto_translate === 1 };
}

/** A code that is none of the 24 is a mistake; one of them that is not configured is not found. */
function codeOf(params: Readonly<Record<string, string>>): string {
  const code = params.code ?? '';
  if (!isLanguageCode(code)) {
    throw invalid('code', 'unexpected-value', `Unexpected language ${JSON.stringify(code)}`);
  }
  return code;
}

function viewOf(row: LanguageSummary) {
  const { translatedPages, totalPages } = row;
  return {
    code: row.code,
    name: isLanguageCode(row.code) ? languages[row.code] : row.code,
    autoTranslate: row.auto_translate === 1,
    translatedPages,
    totalPages,
    completionRate: totalPages === 0 ? 0 : Math.round((translatedPages / totalPages) * 1e4) / 1e4,
    lastTranslatedAt: row.last_translated_at === null ? null : isoTime(row.last_translated_at),
    createdAt: isoTime(row.created_at),
  };
}
