import { useEffect, useRef, useState } from 'preact/hooks';
import type { Project } from '../../../packages/client/models.ts';
import { Content } from './content.tsx';
import { actions, partGoals } from './goals.ts';
import { Keys } from './keys.tsx';
import { type Opened, type SectionLink, useOpened, useStart } from './opened.ts';
import { Palette } from './palette.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { go } from './place.ts';
import { usePreview } from './preview/offered.ts';
import { Preview } from './preview/preview.tsx';
import { isStudio } from './served.ts';
import { ProjectContext, useSession } from './session.ts';
import { useShortcuts } from './shortcuts.ts';
import { StudioMenu } from './studio/menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** Navigation and the section that the address names. */
export function Shell({ onSignOut }: { readonly onSignOut: () => void }) {
  const [isPaletteOpen, setPalette] = useState(false);
  const [areKeysShown, setKeys] = useState(false);
  const [isMenuOpen, setMenu] = useState(false);
  const place = useOpened();
  const { project, ofProject, ofOrg } = place;
  const links = [...ofProject, ...ofOrg];
  useStart(place);
  useArrival(() => setMenu(false));
  const onPalette = () => setPalette(true);
  const onKeys = () => setKeys(true);
  useShortcuts([
    { keys: 'mod+k', group: 'Anywhere', label: 'Go to anything', run: onPalette },
    { keys: '?', group: 'Anywhere', label: 'Show these keys', run: onKeys },
    ...links.map(({ section: { key, title }, href }) => ({
      ...{ keys: `g ${key}`, group: 'Go to', label: title },
      run: () => go(href),
    })),
  ]);
  const previewed = usePreview();
  return (
    <ProjectContext.Provider value={project}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <div class={previewed ? 'shell previewing' : 'shell'}>
        <TopBar
          place={place}
          isMenuOpen={isMenuOpen}
          onMenu={() => setMenu(!isMenuOpen)}
          onPalette={onPalette}
        />
        <aside class={isMenuOpen ? 'side open' : 'side'} aria-label="Navigation">
          <ProjectSwitcher projects={place.projects} project={project} onMore={onPalette} />
          <button type="button" class="search-button" onClick={onPalette}>
            <Icon name="search" /> <span>Go to…</span>
            <kbd>{/Mac|iP/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
          </button>
          <Navigation place={place} />
          {isStudio ? (
            <StudioMenu onKeys={onKeys} />
          ) : (
            <UserMenu onSignOut={onSignOut} onKeys={onKeys} />
          )}
        </aside>
        <main id="main" tabIndex={-1}>
          <Content place={place} />
        </main>
        {previewed && <Preview key={previewed.projectId} offered={previewed} />}
      </div>
      {isPaletteOpen && (
        <Palette
          project={project}
          projects={place.projects}
          known={[
            ...links.flatMap(({ section, href }) => [
              {
                ...{ title: section.title, icon: section.icon, keys: `g ${section.key}` },
                open: { href },
              },
              ...partGoals(section, href),
            ]),
            ...actions({ onKeys, onSignOut: isStudio ? undefined : onSignOut }),
          ]}
          onClose={() => setPalette(false)}
        />
      )}
      {areKeysShown && <Keys onClose={() => setKeys(false)} />}
    </ProjectContext.Provider>
  );
}

/** Begins another place at its heading, for eyes and screen readers alike. */
function useArrival(onArrival: () => void): void {
  const { pathname } = window.location;
  const isFirst = useRef(true);
  useEffect(() => {
    onArrival();
    if (isFirst.current) isFirst.current = false;
    else {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
  }, [pathname]);
}

/** What a phone has in place of the menu. */
function TopBar({
  place: { project, isOrg },
  isMenuOpen,
  onMenu,
  onPalette,
}: {
  readonly place: Opened;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onPalette: () => void;
}) {
  const { organization } = useSession();
  return (
    <header class="top">
      <button
        type="button"
        class="icon-button"
        aria-label="Menu"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <Icon name={isMenuOpen ? 'close' : 'menu'} size={20} />
      </button>
      <span class="top-title">{project && !isOrg ? project.name : organization.name}</span>
      <button type="button" class="icon-button" aria-label="Go to anything" onClick={onPalette}>
        <Icon name="search" size={20} />
      </button>
    </header>
  );
}

function Navigation({ place: { ofProject, ofOrg, section } }: { readonly place: Opened }) {
  const { organization } = useSession();
  const link = (one: SectionLink) => (
    <NavLink
      key={one.section.name}
      href={one.href}
      icon={one.section.icon}
      title={one.section.title}
      isCurrent={one.section === section}
    />
  );
  return (
    <nav aria-label="Sections">
      {ofProject.length > 0 && <div class="nav-group">{ofProject.map(link)}</div>}
      {ofOrg.length > 0 && (
        <div class="nav-group">
          <h2 class="nav-title">{organization.name}</h2>
          {ofOrg.map(link)}
        </div>
      )}
    </nav>
  );
}

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
