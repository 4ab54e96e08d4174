/** Sends old fragments to the ids that stand for them now. */
export function followAliases(): void {
  const data = document.querySelector('body > script.page-data')?.textContent;
  if (!data) return;
  const { aliases } = JSON.parse(data) as { aliases?: Readonly<Record<string, string>> };
  if (!aliases) return;
  const follow = (): void => {
    const wanted = decodeURIComponent(location.hash.slice(1));
    const id = Object.hasOwn(aliases, wanted) ? aliases[wanted] : undefined;
    if (id && !document.getElementById(wanted)) location.replace(`#${encodeURIComponent(id)}`);
  };
  addEventListener('hashchange', follow);
  follow();
}
