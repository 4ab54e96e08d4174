import type { PageItem, Project } from '../../../packages/client/models.ts';
import { chooseMode, modes } from './appearance.ts';
import type { IconName } from './parts/icon.tsx';
import { to } from './place.ts';
import type { Section } from './sections.ts';
import { settingSections } from './settings/section-names.ts';

/** Somewhere to go, or something to do. */
export interface Goal {
  readonly title: string;
  readonly icon: IconName;
  readonly open: { readonly href: string } | { readonly run: () => void };
  readonly keys?: string;
  readonly kind?: string;
}

/** The parts of a section that have an address of their own. */
export function partGoals(section: Section, href: string): readonly Goal[] {
  const { icon, title: kind, name } = section;
  const parts = Object.entries(section.parts ?? {}).map(([part, title]) => ({
    ...{ icon, kind, title },
    open: { href: part === '' ? href : `${href}/${part}` },
  }));
  if (name !== 'settings') return parts;
  const fields = Object.entries(settingSections).map(([field, title]) => ({
    ...{ icon, kind, title },
    open: { href: `${href}?${new URLSearchParams({ section: field })}` },
  }));
  return [...parts, ...fields];
}

/** Pages of a project that have the words in their path or title. */
export function pageGoals(project: Project, pages: readonly PageItem[]): readonly Goal[] {
  return pages.map(({ pagePath, title }) => ({
    ...{ icon: 'page' as const, title: title || pagePath, kind: pagePath },
    open: { href: to(['p', project.slug, 'pages'], { open: pagePath }) },
  }));
}

/** What has the id that was pasted, such as `dpl_01JC…`, by what its first letters say. */
export function goalOfId(text: string, project: Project): Goal | undefined {
  const id = text.trim();
  const [, prefix = ''] = /^([a-z]{3})_[0-9A-Z]{26}$/.exec(id) ?? [];
  const [kind, parts, query] = placesOfIds[prefix] ?? [];
  if (kind === undefined || parts === undefined) return undefined;
  const open = query === undefined ? {} : { [query]: id };
  const inProject = parts[0] === 'org' ? parts : ['p', project.slug, ...parts];
  const href = to(query === undefined ? [...inProject, id] : inProject, open);
  return { title: id, icon: 'search', kind, open: { href } };
}

const placesOfIds: Readonly<
  Record<string, readonly [kind: string, parts: readonly string[], query?: string]>
> = {
  dpl: ['Deployment', ['deployments'], 'open'],
  cnv: ['Conversation', ['assistant'], 'open'],
  fbk: ['Feedback', ['feedback'], 'open'],
  whk: ['Webhook', ['webhooks']],
  trm: ['Term', ['translations', 'glossary'], 'open'],
  job: ['Translation job', ['translations', 'jobs'], 'open'],
  aud: ['Audit entry', ['org', 'audit'], 'open'],
};

/** What can be done from anywhere. */
export function actions(does: {
  readonly onKeys: () => void;
  readonly onSignOut: (() => void) | undefined;
}): readonly Goal[] {
  const kind = 'Action';
  return [
    ...Object.entries(modes).map(([mode, word]) => ({
      ...{ title: `Appearance: ${word}`, icon: 'settings' as const, kind },
      open: { run: () => chooseMode(mode) },
    })),
    {
      ...{ title: 'Keyboard shortcuts', icon: 'keyboard', kind, keys: '?' },
      open: { run: does.onKeys },
    },
    ...(does.onSignOut
      ? [{ title: 'Sign out', icon: 'leave' as const, kind, open: { run: does.onSignOut } }]
      : []),
  ];
}
