import { setTimeout } from 'node:timers/promises';
import { openModel } from '../../pipeline/net/open-model.ts';
import { pseudoModel, pseudoName } from '../../pipeline/translate/pseudo.ts';
import { ApiError } from '../../schema/errors.ts';
import type { ApiServices } from '../api/services.ts';
import type { GitHubAddress } from '../git/github.ts';
import type { ExportTools } from '../tasks/export.ts';
import type { TranslateTools } from '../tasks/translate-setting.ts';
import type { SegmentTools } from '../tasks/translated-segments.ts';
import type { TranslateSettings } from '../translation/environment.ts';
import { type WatchedModel, watchModel } from '../translation/outage.ts';

type Model = NonNullable<TranslateSettings['translate']>;

/** Calls to the model at once, over all jobs of this process. */
const parallelCalls = 16;

/** Why a server without a model translates nothing. */
export const noModel =
  'This server has no language model. Set OPENAI_BASE_URL, OPENAI_API_KEY and DOCENT_TRANSLATE_MODEL.';

/** Translation as a server offers it. */
export interface ServerTranslation {
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
  readonly work: (tools: WorkTools) => Promise<void>;
}

type WorkTools = Omit<TranslateTools, 'model' | 'sleep' | 'modelPatience'>;

/** Packages behind it are large: each is loaded when it is needed first. */
export function openTranslation({
  translate,
  github,
  modelPatience,
}: TranslateSettings & { readonly modelPatience: number }): ServerTranslation {
  let watched: WatchedModel | undefined;
  const open = async (settings: Model, tools: WorkTools) => {
    const [{ createTranslate }, { patient }] = await Promise.all([
      import('../tasks/translate.ts'),
      import('../../pipeline/translate/page.ts'),
    ]);
    watched = watchModel(settings === 'pseudo' ? pseudoModel() : openModel(settings));
    const model = patient(watched.model, { parallel: parallelCalls, tries: 1, sleep });
    return createTranslate({ ...tools, model, sleep, modelPatience });
  };
  return {
    exports: (tools) => github && exportTo(github, tools),
    repositoryConfig: (tools) => github && configIn(github, tools),
    segments: (tools) => segmentsWith({ ...tools, modelName: nameOf(translate) }),
    translates: translate !== undefined,
    assertModel: async () => {
      if (translate) return watched?.assertReachable();
      throw new ApiError('TRANSLATION_FAILED', noModel);
    },
    work: async (tools) => {
      if (!translate) return;
      let handler: ReturnType<typeof open> | undefined;
      await tools.queue.work(
        'translate',
        async (task) => {
          handler ??= open(translate, tools);
          await (await handler)(task);
        },
        { concurrency: 2 },
      );
    },
  };
}

function exportTo(
  github: GitHubAddress,
  tools: Pick<ExportTools, 'store' | 'now'>,
): NonNullable<ApiServices['exportTranslations']> {
  return async (request) => {
    const [{ createExport }, { openGitHub }] = await Promise.all([
      import('../tasks/export.ts'),
      import('../git/github.ts'),
    ]);
    return createExport({ ...tools, host: openGitHub(github) })(request);
  };
}

function configIn(
  github: GitHubAddress,
  tools: Pick<ExportTools, 'store' | 'now'>,
): NonNullable<ApiServices['repositoryConfig']> {
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
}

function segmentsWith(tools: SegmentTools): NonNullable<ApiServices['segments']> {
  const load = () => import('../tasks/translated-segments.ts');
  return {
    read: async (...given) => (await load()).readSegments(tools, ...given),
    save: async (...given) => (await load()).saveSegments(tools, ...given),
    undoAcceptance: async (...given) => (await load()).undoAcceptance(tools, ...given),
  };
}

function nameOf(translate: Model | undefined): string {
  return translate === 'pseudo' ? pseudoName : (translate?.model ?? '');
}

async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal ? { signal } : {});
}
