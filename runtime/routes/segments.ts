import { type SegmentsBody, segmentsBody, segmentsView } from '../../schema/api/segments.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { isLanguageCode } from '../../schema/languages.ts';
import { recordView } from '../api/record-view.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { invalid } from '../http/body.ts';

const page = '/projects/:projectId/translations/:language/:pagePath+';
const path = `${page}/segments`;

/** Translations by hand, segment by segment. */
export const segmentRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path,
    operationId: 'getSegments',
    tag: 'Translations',
    title: 'Get segments',
    description:
      'A page and its translation side by side: each segment with its marks, and whether its source was changed.',
    scope: 'projects:read',
    success: { status: 200, description: 'The segments.', schema: dataOf(segmentsView) },
    handle: async (call) => {
      const { project, services } = call;
      return answer(await open(services).read(project, refOf(call)));
    },
  },
  {
    method: 'PUT',
    path,
    operationId: 'saveSegments',
    tag: 'Translations',
    title: 'Save segments',
    description:
      'Replaces the words of segments. A person owns the translation from then on: no job overwrites it. Words that would change more than words of the page are refused, with the reason at their segment. The site is built with them within seconds.',
    scope: 'translations:write',
    languageOf: ({ params }) => params.language ?? '',
    body: segmentsBody,
    state: async (call) =>
      wordsOf(call, answer(await open(call.services).read(call.project, refOf(call))).body),
    told: wordsOf,
    success: { status: 200, description: 'The segments now.', schema: dataOf(segmentsView) },
    errors: [
      {
        code: 'CONFLICT',
        description:
          'The page was changed since it was read, is being translated, or its translation is a file of the site.',
      },
    ],
    handle: async (call) => {
      const { project, services, body } = call;
      return answer(await open(services).save(project, refOf(call), body as SegmentsBody));
    },
  },
  {
    method: 'DELETE',
    path: `${page}/acceptance`,
    operationId: 'undoAcceptance',
    tag: 'Translations',
    title: 'Undo acceptance',
    description:
      'Takes back that a translation was declared current with `accept` of Save segments: its words, its state and whether a person owns it are what they were before. Possible for 24 hours, as long as neither the page nor its translation was changed since.',
    scope: 'translations:write',
    languageOf: ({ params }) => params.language ?? '',
    state: async (call) =>
      stateOf(answer(await open(call.services).read(call.project, refOf(call)))),
    success: { status: 200, description: 'The segments now.', schema: dataOf(segmentsView) },
    handle: async (call) => {
      const { project, services } = call;
      return answer(await open(services).undoAcceptance(project, refOf(call)));
    },
  },
];

function open({ segments }: ApiCall['services']) {
  if (segments) return segments;
  throw new ApiError('NOT_FOUND', 'Page not found.');
}

function refOf({ project, params }: ApiCall) {
  const { language = '', pagePath = '' } = params;
  if (isLanguageCode(language)) {
    return { projectId: project.id, language, pagePath: pagePath.normalize('NFC') };
  }
  throw invalid('language', 'unexpected-value', `Unexpected language ${JSON.stringify(language)}`);
}

/** The segments of a request as the audit log compares them. */
function wordsOf({ body }: ApiCall, read: unknown) {
  const known = read as ReturnType<typeof answer>['body'];
  const given = (body as SegmentsBody).segments ?? [];
  const { segments } = known.data;
  return {
    ...stateOf({ body: known }),
    segments: Object.fromEntries(given.map(({ index }) => [index, segments[index]?.target])),
  };
}

function stateOf({ body }: ReturnType<typeof answer>) {
  const { humanOwned, status } = body.data.record;
  return { humanOwned, status };
}

type Segments = NonNullable<ApiCall['services']['segments']>;

function answer({ record, segments }: Awaited<ReturnType<Segments['read']>>) {
  return {
    body: {
      data: {
        record: recordView(record),
        segments: segments.map(
          ({ kind, name, source, target, marks, isKnown, isTranslated }, index) => ({
            ...{ index, kind, name, source, target, marks },
            state: !isTranslated ? 'untranslated' : isKnown ? 'current' : 'changed',
          }),
        ),
      },
    },
  };
}
