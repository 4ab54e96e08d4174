import { useEffect } from 'preact/hooks';
import type { Project } from '../../../packages/client/models.ts';
import type { Failure } from './ask.ts';
import { useApi } from './cache.ts';
import { go, to, usePlace } from './place.ts';
import { orgSections, projectSections, type Section } from './sections.ts';
import { isStudio } from './served.ts';
import { useMay } from './session.ts';

/** A section that can be opened, and where. */
export interface SectionLink {
  readonly section: Section;
  readonly href: string;
}

/** What the address names, and what can be opened from there. */
export interface Opened {
  /** All that are known so far. */
  readonly projects: readonly Project[];
  readonly project: Project | undefined;
  readonly section: Section | undefined;
  readonly isOrg: boolean;
  /** Whether the address names neither a project nor a part of the organization. */
  readonly isBare: boolean;
  /** The sections of the project, and those of the organization, that this role has. */
  readonly ofProject: readonly SectionLink[];
  readonly ofOrg: readonly SectionLink[];
  readonly isLoading: boolean;
  readonly failure: Failure | undefined;
}

/** Reads the address, and asks for the project that it names. */
export function useOpened(): Opened {
  const { parts } = usePlace();
  const may = useMay();
  const first = useApi<readonly Project[]>('/projects?perPage=100');
  const isOrg = parts[0] === 'org';
  const slug = parts[0] === 'p' ? parts[1] : remembered();
  // One that is not among the first is asked for by its name.
  const isListed = first.data?.some((one) => one.slug === slug) ?? true;
  const named = useApi<readonly Project[]>(
    isListed || slug === undefined ? undefined : `/projects?slug=${encodeURIComponent(slug)}`,
  );
  const projects = [...(first.data ?? []), ...(isListed ? [] : (named.data ?? []))];
  const chosen = projects.find((one) => one.slug === slug);
  const project = chosen ?? (parts[0] === 'p' ? undefined : projects[0]);
  const isHere = ({ scope, isInStudio }: Section) => may(scope) && (!isStudio || isInStudio);
  const linksTo = (sections: readonly Section[], ...at: readonly string[]) =>
    sections.filter(isHere).map((section) => ({ section, href: to([...at, section.name]) }));
  const ofProject = linksTo(projectSections, 'p', project?.slug ?? '');
  const ofOrg = linksTo(orgSections, 'org');
  const name = isOrg ? parts[1] : (parts[2] ?? start);
  return {
    ...{ projects, project, isOrg, isBare: parts.length === 0 },
    ofProject: project ? ofProject : [],
    ofOrg,
    section: (isOrg ? ofOrg : ofProject).find(({ section }) => section.name === name)?.section,
    isLoading: first.isLoading || named.isLoading,
    failure: first.failure,
  };
}

/** Goes on to a project where the address names none, and remembers it for the next time. */
export function useStart({ project, isOrg }: Opened): void {
  const [kind] = usePlace().parts;
  useEffect(() => {
    if (!project) return;
    if (!isOrg && kind !== 'p') go(to(['p', project.slug, start]), { replace: true });
    remember(project.slug);
  }, [project, isOrg, kind]);
}

/** The section that is open when the address names none. */
const start = isStudio ? 'settings' : 'overview';

const projectKey = 'docent-dashboard-project';

/** The project that was open last in this browser. */
function remembered(): string | undefined {
  try {
    return localStorage.getItem(projectKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(slug: string): void {
  try {
    localStorage.setItem(projectKey, slug);
  } catch {
    // Storage is blocked: the first project opens next time.
  }
}
