import { setTimeout } from 'node:timers/promises';
import { openModel } from '../../pipeline/net/open-model.ts';
import { pseudoModel, pseudoName } from '../../pipeline/translate/pseudo.ts';
import { ApiError } from '../../schema/errors.ts';
import type { ApiServices } from '../api/services.ts';
import type { ExportTools } from '../tasks/export.ts';
import type { TranslateTools } from '../tasks/translate-setting.ts';
import type { SegmentTools } from '../tasks/translated-segments.ts';
import type { TranslateSettings } from '../translation/environment.ts';
import { type WatchedModel, watchModel } from '../translation/outage.ts';

/** Calls to the model at once, over all jobs of this process. */
const parallelCalls = 16;

/** Why a server without a model translates nothing. */
export const noModel =
  'This server has no language model. Set OPENAI_BASE_URL, OPENAI_API_KEY and DOCENT_TRANSLATE_MODEL.';

/** Translation as a server offers it. */
export function openTranslation({
  translate,
  github,
  modelPatience,
}: TranslateSettings & { readonly modelPatience: number }): {
  /** Writes translations to a repository; absent without the means to. */
  readonly exports: (
    tools: Pick<ExportTools, 'store' | 'now'>,
  ) => ApiServices['exportTranslations'];
  /** The `docs.json` of projects in their repositories; absent without the means to. */
  readonly repositoryConfig: (
    tools: Pick<ExportTools, 'store' | 'now'>,
  ) => ApiServices['repositoryConfig'];
  /** Translations by segment, as people edit them. */
  readonly segments: (
    tools: Omit<SegmentTools, 'modelName'>,
  ) => NonNullable<ApiServices['segments']>;
  /** Throws `TRANSLATION_FAILED` where no model could do the work. */
  readonly assertModel: () => Promise<void>;
  /** Whether this server has a model. */
  readonly translates: boolean;
  /** Sets who does the jobs; without a model they wait for a server that has one. */
  readonly work: (
    tools: Omit<TranslateTools, 'model' | 'sleep' | 'modelPatience'>,
  ) => Promise<void>;
} {
  // The package behind it is large: it is loaded with the first job.
  let watched: WatchedModel | undefined;
  return {
    exports: (tools) => {
      if (!github) return undefined;
      return async (request) => {
        const [{ createExport }, { openGitHub }] = await Promise.all([
          import('../tasks/export.ts'),
          import('../git/github.ts'),
        ]);
        return createExport({ ...tools, host: openGitHub(github) })(request);
      };
    },
    repositoryConfig: (tools) => {
      if (!github) return undefined;
      const load = async () => {
        const [{ openConfigRepository }, { openGitHub }] = await Promise.all([
          import('../tasks/commit-config.ts'),
          import('../git/github.ts'),
        ]);
        return openConfigRepository({ ...tools, host: openGitHub(github) });
      };
      return {
        read: async (project) => (await load()).read(project),
        commit: async (...given) => (await load()).commit(...given),
      };
    },
    segments: (tools) => {
      const modelName = translate === 'pseudo' ? pseudoName : (translate?.model ?? '');
      // The parser is loaded with the first page that is opened.
      const load = () => import('../tasks/translated-segments.ts');
      return {
        read: async (...given) => (await load()).readSegments({ ...tools, modelName }, ...given),
        save: async (...given) => (await load()).saveSegments({ ...tools, modelName }, ...given),
        undoAcceptance: async (...given) =>
          (await load()).undoAcceptance({ ...tools, modelName }, ...given),
      };
    },
    translates: translate !== undefined,
    assertModel: async () => {
      if (translate) return watched?.assertReachable();
      throw new ApiError('TRANSLATION_FAILED', noModel);
    },
    work: async (tools) => {
      if (!translate) return;
      // The parser and the prompts are loaded with the first job.
      const sleep = (milliseconds: number, signal?: AbortSignal) =>
        setTimeout(milliseconds, undefined, signal ? { signal } : {}) as Promise<void>;
      const open = async () => {
        const [{ createTranslate }, { patient }] = await Promise.all([
          import('../tasks/translate.ts'),
          import('../../pipeline/translate/page.ts'),
        ]);
        watched = watchModel(translate === 'pseudo' ? pseudoModel() : openModel(translate));
        const model = patient(watched.model, { parallel: parallelCalls, tries: 1, sleep });
        return createTranslate({ ...tools, model, sleep, modelPatience });
      };
      let handler: ReturnType<typeof open> | undefined;
      await tools.queue.work(
        'translate',
        async (task) => {
          handler ??= open();
          await (await handler)(task);
        },
        { concurrency: 2 },
      );
    },
  };
}
