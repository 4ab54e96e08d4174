import type { Model } from '../../../pipeline/net/model.ts';
import { readAssistant, type Assistant as Settings } from '../../../schema/config/assistant.ts';
import { choosesModel, planOf } from '../../../schema/plans.ts';
import type { ProjectFacts } from '../../store/projects.ts';
import type { OrgRow } from '../../store/tables.ts';
import type { AssistantSite } from '../site/site.ts';

/** The models of a server. */
export interface Models {
  /** The instance's own model. Absent: answers quote, whatever a site names. */
  readonly model?: Model;
  /** A model that a site names; without it all sites have the instance's. */
  readonly modelNamed?: (id: string) => Model;
  /** Tokens a month that organizations whose plan has no limit may ask of them; unlimited when left out. */
  readonly chatTokens?: number;
}

/** The model that a site names counts on the plan that allows it, else the instance's. */
export function modelOf(
  { model, modelNamed }: Models,
  org: Pick<OrgRow, 'plan'> | undefined,
  settings: Settings | undefined,
): Model | undefined {
  const isOwn = settings?.namesModel === true && choosesModel(planOf(org?.plan ?? ''));
  return model && isOwn && modelNamed ? modelNamed(settings.model) : model;
}

/** `<provider>/<model-name>` as readers see it; without a model, answers quote. */
export function shownName(model: Model | undefined): string {
  return model ? providerAndName(model.name) : 'docent/extractive';
}

/** Models of an OpenAI-compatible endpoint are often named without their provider. */
function providerAndName(name: string): string {
  return name.includes('/') ? name : `openai/${name}`;
}

/** `assistant` as the API has changed it since the deployment, else the deployment's own. */
export function settingsOf(project: ProjectFacts, site: AssistantSite): Settings {
  if (project.changed_config === null) return site.config.assistant;
  try {
    const { assistant } = JSON.parse(project.changed_config || '{}') as { assistant?: object };
    if (assistant === undefined) return readAssistant();
    if (typeof assistant === 'object' && !('$ref' in assistant)) return readAssistant(assistant);
  } catch {
    // What can't be read is not what the site was built from.
  }
  return site.config.assistant;
}
