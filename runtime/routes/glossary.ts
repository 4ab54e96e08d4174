import {
  type ImportBody,
  type TermBody,
  termCreate,
  termDeleted,
  termItem,
  termsImport,
  termsImported,
  termsQuery,
  termUpdate,
  termUpdated,
  termUses,
} from '../../schema/api/glossary.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { readTerm } from '../../schema/glossary.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { isoTime } from '../api/services.ts';
import { check, invalid } from '../http/body.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import {
  createTerm,
  deleteTerm,
  findTerm,
  listTerms,
  type TermChange,
  updateTerm,
} from '../store/glossary.ts';
import { type ImportedTerm, importTerms } from '../store/glossary-import.ts';
import type { TermRow } from '../store/tables.ts';

const update: Omit<ApiEndpoint, 'method' | 'operationId' | 'title'> = {
  path: '/projects/:projectId/glossary/:termId',
  tag: 'Glossary',
  description: 'Changes the given fields; `translations` replaces the whole map.',
  scope: 'projects:write',
  body: termUpdate,
  success: { status: 200, description: 'The updated term.', schema: dataOf(termUpdated) },
  errors: [{ code: 'ALREADY_EXISTS', description: 'Another term has the same name.' }],
  state: stateOf,
  handle: updateHandler,
};

/** The glossary of a project, and where its terms are used. */
export const glossaryRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects/:projectId/glossary',
    operationId: 'listTerms',
    tag: 'Glossary',
    title: 'List glossary terms',
    description: 'The terms of a project, sorted by name.',
    scope: 'projects:read',
    query: termsQuery,
    success: { status: 200, description: 'One page of terms.', schema: listOf(termItem) },
    handle: async ({ services, project, query, url }) => {
      const page = pageOf(query, { name: 'term', types: ['string', 'string'] });
      const listed = await listTerms(services.store.db, {
        projectId: project.id,
        q: query.q === undefined ? null : String(query.q),
        ...page,
      });
      const keyOf = (row: TermRow) => [row.folded, row.id];
      return listAnswer(listed, page, { url, view: viewOf, keyOf });
    },
  },
  {
    method: 'POST',
    path: '/projects/:projectId/glossary',
    operationId: 'addTerm',
    tag: 'Glossary',
    title: 'Add glossary term',
    description: 'Adds a term with its translations.',
    scope: 'projects:write',
    body: termCreate,
    success: { status: 201, description: 'The new term.', schema: dataOf(termItem) },
    errors: [
      { code: 'ALREADY_EXISTS', description: 'The glossary already has this term.' },
      { code: 'LIMIT_EXCEEDED', description: 'The plan does not allow more terms.' },
    ],
    handle: createHandler,
  },
  {
    method: 'GET',
    path: '/projects/:projectId/glossary/uses',
    operationId: 'listTermUses',
    tag: 'Glossary',
    title: 'List uses of glossary terms',
    description:
      'In how many pages each term occurs as whole words, outside of code. Sorted and paged like List glossary terms. The first request after a deployment reads all pages.',
    scope: 'projects:read',
    query: termsQuery,
    success: { status: 200, description: 'One page of terms.', schema: listOf(termUses) },
    handle: async ({ services, project, query, url }) => {
      const page = pageOf(query, { name: 'term', types: ['string', 'string'] });
      const listed = await listTerms(services.store.db, {
        projectId: project.id,
        q: query.q === undefined ? null : String(query.q),
        ...page,
      });
      const terms = listed.rows.map((row) => viewOf(row));
      const uses = await services.termUses?.(project, terms);
      const pages = new Map(terms.map(({ id }, index) => [id, uses?.[index] ?? null]));
      const keyOf = (row: TermRow) => [row.folded, row.id];
      const view = ({ id, term }: TermRow) => ({ id, term, pages: pages.get(id) ?? null });
      return listAnswer(listed, page, { url, view, keyOf });
    },
  },
  {
    method: 'POST',
    path: '/projects/:projectId/glossary/import',
    operationId: 'importTerms',
    tag: 'Glossary',
    title: 'Import glossary terms',
    description:
      'Adds many terms, and changes those that the glossary has. Terms that are refused are left out, with the reason; the others are stored together.',
    scope: 'projects:write',
    body: termsImport,
    bodyLimit: 4 * 1024 * 1024,
    bodyKeys: 60_000,
    success: {
      status: 200,
      description: 'What became of the terms.',
      schema: dataOf(termsImported),
    },
    handle: importHandler,
  },
  {
    method: 'GET',
    path: update.path,
    operationId: 'getTerm',
    tag: 'Glossary',
    title: 'Get glossary term',
    versioned: 'read',
    description: 'One term of a project.',
    scope: 'projects:read',
    success: { status: 200, description: 'The term.', schema: dataOf(termItem) },
    handle: async ({ services, project, params }) => {
      const row = await findTerm(services.store.db, project.id, params.termId ?? '');
      if (!row) throw new ApiError('NOT_FOUND', 'Glossary term not found.');
      return { body: { data: viewOf(row) } };
    },
  },
  { ...update, method: 'PUT', operationId: 'updateTerm', title: 'Update glossary term' },
  { ...update, method: 'PATCH', operationId: 'patchTerm', title: 'Update glossary term (PATCH)' },
  {
    method: 'DELETE',
    path: '/projects/:projectId/glossary/:termId',
    operationId: 'deleteTerm',
    tag: 'Glossary',
    title: 'Delete glossary term',
    description: 'Deletes a term.',
    scope: 'projects:write',
    success: { status: 200, description: 'The deleted term.', schema: dataOf(termDeleted) },
    state: stateOf,
    handle: async ({ services, project, params }) => {
      const id = params.termId ?? '';
      await deleteTerm(services.store, project.id, id);
      return { body: { data: { deleted: true, id } } };
    },
  },
];

/** A term as the audit log compares it. */
async function stateOf({ services, project, params }: ApiCall) {
  const row = await findTerm(services.store.db, project.id, params.termId ?? '');
  if (!row) return undefined;
  const { id: _, createdAt: __, ...state } = viewOf(row);
  return state;
}

async function createHandler({ services, caller, project, body, base }: ApiCall) {
  const given = changeOf(body as TermBody, project.source_language);
  if (given.term === undefined) throw invalid('term', 'missing-field', 'Missing term');
  const row = await createTerm(
    services.store,
    { orgId: caller.orgId, projectId: project.id },
    {
      id: services.newId('trm'),
      term: given.term,
      description: given.description ?? '',
      translations: given.translations ?? '{}',
      case_sensitive: given.case_sensitive ?? 1,
      do_not_translate: given.do_not_translate ?? 0,
      created_at: services.now(),
    },
  );
  return {
    body: { data: viewOf(row) },
    headers: { Location: `${base}/projects/${project.id}/glossary/${row.id}` },
  };
}

async function importHandler({ services, caller, project, body }: ApiCall) {
  const { terms, dryRun = false } = body as ImportBody;
  const read = terms.map((term): ImportedTerm | ApiError => {
    try {
      check(termCreate, term);
      const { term: name = '', ...fields } = changeOf(term as TermBody, project.source_language);
      return { ...fields, term: name };
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
  const good = read.filter((one): one is ImportedTerm => !(one instanceof ApiError));
  const stored = await importTerms(
    services.store,
    { orgId: caller.orgId, projectId: project.id },
    good,
    { newId: () => services.newId('trm'), now: services.now(), isTrial: dryRun },
  );
  let next = 0;
  const results = read.map((one) => {
    if (one instanceof ApiError) return { result: 'refused', message: reasonOf(one) };
    const { result, message = null } = stored[next++] ?? { result: 'refused' };
    return { result, message };
  });
  return { body: { data: { results } } };
}

/** All that is wrong with a term, in one line. */
function reasonOf({ message, details }: ApiError): string {
  return details?.map((detail) => detail.message).join('; ') || message;
}

async function updateHandler({ services, project, params, body }: ApiCall) {
  const row = await updateTerm(
    services.store,
    { projectId: project.id, termId: params.termId ?? '', now: services.now() },
    changeOf(body as TermBody, project.source_language),
  );
  return {
    body: {
      data: {
        id: row.id,
        sourceTerm: row.term,
        translations: JSON.parse(row.translations),
        context: row.description,
        doNotTranslate: row.do_not_translate === 1,
        caseSensitive: row.case_sensitive === 1,
      },
    },
  };
}

/** The fields of a body, as the store has them. */
function changeOf(given: TermBody, sourceLanguage: string): TermChange {
  const read = readTerm(given, sourceLanguage);
  if ('mistake' in read) {
    const { path, code, message } = read.mistake;
    throw invalid(path.join('.'), code, message);
  }
  const { term, description, translations, caseSensitive, doNotTranslate } = read.fields;
  return {
    ...(term !== undefined ? { term } : {}),
    ...(description !== undefined ? { description } : {}),
    ...(translations ? { translations: JSON.stringify(translations) } : {}),
    ...(caseSensitive !== undefined ? { case_sensitive: caseSensitive ? 1 : 0 } : {}),
    ...(doNotTranslate !== undefined ? { do_not_translate: doNotTranslate ? 1 : 0 } : {}),
  };
}

function viewOf(row: TermRow) {
  return {
    id: row.id,
    term: row.term,
    description: row.description,
    translations: JSON.parse(row.translations),
    caseSensitive: row.case_sensitive === 1,
    doNotTranslate: row.do_not_translate === 1,
    createdAt: isoTime(row.created_at),
  };
}
