import type { LanguageList, Project } from '../../../../packages/client/models.ts';
import { useApi } from '../cache.ts';
import { Choice } from '../parts/page.tsx';

/** The language that a list is about; with `isNeeded` it is always one. */
export function LanguageChoice({
  project,
  isNeeded = false,
}: {
  readonly project: Project;
  readonly isNeeded?: boolean;
}) {
  const { data } = useApi<LanguageList>(`/projects/${project.id}/languages`);
  return (
    <Choice
      label="Language"
      name="language"
      initial={isNeeded ? data?.targetLanguages[0]?.code : ''}
      options={{
        ...(isNeeded ? {} : { '': 'Any language' }),
        ...Object.fromEntries((data?.targetLanguages ?? []).map(({ code, name }) => [code, name])),
      }}
    />
  );
}
