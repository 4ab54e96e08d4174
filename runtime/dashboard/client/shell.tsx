import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Project } from '../../../packages/client/models.ts';
import { useApi } from './cache.ts';
import { actions, partGoals } from './goals.ts';
import { Keys } from './keys.tsx';
import { Palette } from './palette.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { Empty, Trouble, Waiting } from './parts/states.tsx';
import { go, to, usePlace } from './place.ts';
import { usePreview } from './preview/offered.ts';
import { Preview } from './preview/preview.tsx';
import { orgSections, projectSections, type Section } from './sections.ts';
import { isStudio } from './served.ts';
import { ProjectContext, useMay, useSession } from './session.ts';
import { useShortcuts } from './shortcuts.ts';
import { StudioMenu } from './studio/menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** Navigation and the section that the address names. */
export function Shell({ onSignOut }: { readonly onSignOut: () => void }) {
  const { parts } = usePlace();
  const { organization } = useSession();
  const may = useMay();
  const [isPaletteOpen, setPalette] = useState(false);
  const [areKeysShown, setKeys] = useState(false);
  const [isMenuOpen, setMenu] = useState(false);
  const projects = useApi<readonly Project[]>('/projects?perPage=100');
  const isOrg = parts[0] === 'org';
  const slug = parts[0] === 'p' ? parts[1] : remembered();
  // One that is not among the first is asked for by its name.
  const isListed = projects.data?.some((one) => one.slug === slug) ?? true;
  const named = useApi<readonly Project[]>(
    isListed || slug === undefined ? undefined : `/projects?slug=${encodeURIComponent(slug)}`,
  );
  const all = [...(projects.data ?? []), ...(isListed ? [] : (named.data ?? []))];
  const chosen = all.find((one) => one.slug === slug);
  const project = chosen ?? (parts[0] === 'p' ? undefined : all[0]);
  const isHere = ({ scope, isInStudio }: Section) => may(scope) && (!isStudio || isInStudio);
  const sections = projectSections.filter(isHere);
  const ofOrg = orgSections.filter(isHere);
  const name = isOrg ? parts[1] : (parts[2] ?? start);
  const section = (isOrg ? ofOrg : sections).find((one) => one.name === name);
  const hrefOf = ({ name }: Section) =>
    isOfOrg(name) ? to(['org', name]) : to(['p', project?.slug ?? '', name]);

  useEffect(() => {
    if (project && !isOrg && parts[0] !== 'p') {
      go(to(['p', project.slug, start]), { replace: true });
    }
    if (project) remember(project.slug);
  }, [project, isOrg, parts[0]]);
  const { pathname } = window.location;
  const isFirst = useRef(true);
  useEffect(() => {
    setMenu(false);
    if (isFirst.current) isFirst.current = false;
    else {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
  }, [pathname]);
  useShortcuts([
    {
      ...{ keys: 'mod+k', group: 'Anywhere', label: 'Go to anything' },
      run: () => setPalette(true),
    },
    { keys: '?', group: 'Anywhere', label: 'Show these keys', run: () => setKeys(true) },
    ...[...(project ? sections : []), ...ofOrg].map((one) => ({
      ...{ keys: `g ${one.key}`, group: 'Go to', label: one.title },
      run: () => go(hrefOf(one)),
    })),
  ]);

  const previewed = usePreview();
  const link = (one: Section) => (
    <NavLink
      key={one.name}
      href={hrefOf(one)}
      icon={one.icon}
      title={one.title}
      isCurrent={section === one}
    />
  );
  return (
    <ProjectContext.Provider value={project}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <div class={previewed ? 'shell previewing' : 'shell'}>
        <header class="top">
          <button
            type="button"
            class="icon-button"
            aria-label="Menu"
            aria-expanded={isMenuOpen}
            onClick={() => setMenu(!isMenuOpen)}
          >
            <Icon name={isMenuOpen ? 'close' : 'menu'} size={20} />
          </button>
          <span class="top-title">{project && !isOrg ? project.name : organization.name}</span>
          <button
            type="button"
            class="icon-button"
            aria-label="Go to anything"
            onClick={() => setPalette(true)}
          >
            <Icon name="search" size={20} />
          </button>
        </header>
        <aside class={isMenuOpen ? 'side open' : 'side'} aria-label="Navigation">
          <ProjectSwitcher projects={all} project={project} onMore={() => setPalette(true)} />
          <button type="button" class="search-button" onClick={() => setPalette(true)}>
            <Icon name="search" /> <span>Go to…</span>
            <kbd>{/Mac|iP/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
          </button>
          <nav aria-label="Sections">
            {project && <div class="nav-group">{sections.map(link)}</div>}
            {ofOrg.length > 0 && (
              <div class="nav-group">
                <h2 class="nav-title">{organization.name}</h2>
                {ofOrg.map(link)}
              </div>
            )}
          </nav>
          {isStudio ? (
            <StudioMenu onKeys={() => setKeys(true)} />
          ) : (
            <UserMenu onSignOut={onSignOut} onKeys={() => setKeys(true)} />
          )}
        </aside>
        <main id="main" tabIndex={-1}>
          {section && (project || isOrg) ? (
            <Loaded key={`${isOrg ? 'org' : project?.id} ${section.name}`} section={section} />
          ) : projects.failure ? (
            <Trouble failure={projects.failure} retry />
          ) : projects.isLoading || named.isLoading || (parts.length === 0 && all.length > 0) ? (
            <Waiting />
          ) : all.length === 0 ? (
            <Empty isPage icon="rocket" title="There is no project yet">
              Build a site and publish it here with <code>docent build</code> and{' '}
              <code>docent serve</code>, or create a project with the API.
            </Empty>
          ) : (
            <Empty
              isPage
              icon="search"
              title="There is nothing at this address"
              action={
                <a class="button primary" href={to([])}>
                  Go to the overview
                </a>
              }
            >
              The project or the section has another name now, or your role does not include it.
            </Empty>
          )}
        </main>
        {previewed && <Preview key={previewed.projectId} offered={previewed} />}
      </div>
      {isPaletteOpen && (
        <Palette
          project={project}
          projects={all}
          known={[
            ...[...(project ? sections : []), ...ofOrg].flatMap((one) => [
              {
                ...{ title: one.title, icon: one.icon, keys: `g ${one.key}` },
                open: { href: hrefOf(one) },
              },
              ...partGoals(one, hrefOf(one)),
            ]),
            ...actions({
              onKeys: () => setKeys(true),
              onSignOut: isStudio ? undefined : onSignOut,
            }),
          ]}
          onClose={() => setPalette(false)}
        />
      )}
      {areKeysShown && <Keys onClose={() => setKeys(false)} />}
    </ProjectContext.Provider>
  );
}

/** The section that is open when the address names none. */
const start = isStudio ? 'settings' : 'overview';

const isOfOrg = (name: string) => orgSections.some((section) => section.name === name);

function NavLink({
  href,
  icon,
  title,
  isCurrent,
}: {
  readonly href: string;
  readonly icon: IconName;
  readonly title: string;
  readonly isCurrent: boolean;
}) {
  return (
    <a class="nav-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} /> {title}
    </a>
  );
}

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

/** The project, and the others in a menu; in the palette, when they are many. */
function ProjectSwitcher({
  projects,
  project,
  onMore,
}: {
  readonly projects: readonly Project[];
  readonly project: Project | undefined;
  readonly onMore: () => void;
}) {
  const { organization } = useSession();
  const label = (
    <>
      <span class="initial" aria-hidden="true">
        {(project?.name ?? organization.name).slice(0, 1).toUpperCase()}
      </span>
      <span class="switcher-name">
        <strong>{project?.name ?? organization.name}</strong>
        <span class="muted">{isStudio ? 'Studio' : organization.name}</span>
      </span>
    </>
  );
  if (projects.length < 2) return <div class="switcher">{label}</div>;
  return (
    <button type="button" class="switcher" onClick={onMore}>
      {label}
      <span class="hidden">: change the project</span>
      <Icon name="choose" />
    </button>
  );
}

const loaded = new Map<string, ComponentType>();

/** A section, once its module has arrived. */
function Loaded({ section }: { readonly section: Section }) {
  const [, redraw] = useState(0);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (loaded.has(section.name)) return;
    section.load().then(
      (component) => {
        loaded.set(section.name, component);
        redraw((count) => count + 1);
      },
      () => setLost(true),
    );
  }, [section]);
  const Content = loaded.get(section.name);
  if (Content) return <Content />;
  if (!isLost) return <Waiting />;
  return (
    <Empty
      isPage
      icon="alert"
      title="This section could not be loaded"
      action={
        <button type="button" class="primary" onClick={() => window.location.reload()}>
          Load the dashboard again
        </button>
      }
    >
      The server may have been updated, or the connection was lost.
    </Empty>
  );
}
