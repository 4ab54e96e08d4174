import type { Config } from '../../schema/config/config.ts';
import type { Db } from '../store/open.ts';
import { configOf, type ProjectFacts } from '../store/projects.ts';

/** The live deployment of a project, if this server has it. */
interface LiveSite {
  readonly config: Pick<Config, 'addons' | 'auth'>;
}

/** Whether readers of a project may rate its pages: `addons.feedback.thumbsRating`, on by default. */
export async function allowsFeedback(
  db: Db,
  project: ProjectFacts,
  site: LiveSite | undefined,
): Promise<boolean> {
  const live = ofProject(project, site);
  const written = await writtenConfig(db, project, live);
  const own = written && thumbsOf(written);
  return own ?? live?.config.addons.feedback.thumbsRating ?? true;
}

/** Whether some pages of a project are, or are about to be, for readers with a session alone. */
export async function hasSessions(
  db: Db,
  project: ProjectFacts,
  site: LiveSite | undefined,
): Promise<boolean> {
  const live = ofProject(project, site);
  if (live?.config.auth.enabled) return true;
  const written = await writtenConfig(db, project, live);
  const auth = fieldsOf(written?.auth);
  // What another file says is not known here: pages are rather closed than given away.
  return auth?.enabled === true || [written, auth].some(isElsewhere);
}

/** Projects of test mode share a sample, whose configuration is not theirs. */
function ofProject(project: ProjectFacts, site: LiveSite | undefined): LiveSite | undefined {
  return project.livemode === 1 ? site : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The text of `docs.json` where the deployment doesn't say what counts: it is changed by the API since, or there is
 * no deployment. A deployment's own text leaves out what the build reads from other files and under other names.
 */
async function writtenConfig(
  db: Db,
  project: ProjectFacts,
  live: LiveSite | undefined,
): Promise<Fields | undefined> {
  const text = project.changed_config ?? (live ? undefined : await configOf(db, project.id));
  try {
    return text === undefined ? undefined : fieldsOf(JSON.parse(text || '{}'));
  } catch {
    // What can't be read is not what a site was built from.
    return undefined;
  }
}

/** What a text says about the thumbs; undefined when another file does. */
function thumbsOf(config: Fields): boolean | undefined {
  // As the build reads it: "feedback" of the related dialect counts where "addons" is missing.
  const holder = 'addons' in config ? fieldsOf(config.addons) : config;
  const feedback = fieldsOf(holder?.feedback);
  if ([config, holder, feedback].some(isElsewhere)) return undefined;
  return feedback?.thumbsRating !== false;
}

function isElsewhere(part: Fields | undefined): boolean {
  return part !== undefined && '$ref' in part;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}
