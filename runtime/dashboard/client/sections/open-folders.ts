import { folderOf } from '../../../../schema/page-folder.ts';

/** Most folders that are open at once: each one costs a request or two. */
const mostOpen = 24;
/** Characters of the address that they may take. */
const longest = 1_500;
/** No path has an empty part. */
const separator = '//';

/** The open folders that an address names: of each branch the deepest one, with those that it is in. */
export function openFolders(text: string): ReadonlySet<string> {
  return new Set(bounded(text.split(separator).filter(Boolean)).flatMap(withOuter));
}

/** What the address is once a folder is opened, or closed with all that is open in it. */
export function toggled(text: string, folder: string): string {
  const open = openFolders(text);
  const deepest = text.split(separator).filter(Boolean);
  if (!open.has(folder)) {
    const outer = withOuter(folder);
    return bounded([...deepest.filter((one) => !outer.includes(one)), folder]).join(separator);
  }
  const left = deepest.filter((one) => !`${one}/`.startsWith(`${folder}/`));
  const parent = folderOf(folder);
  const isImplied = left.some((one) => `${one}/`.startsWith(`${parent}/`));
  return bounded(parent === '' || isImplied ? left : [...left, parent]).join(separator);
}

/** Without those that were opened longest ago, as far as there are too many. */
function bounded(deepest: readonly string[]): readonly string[] {
  const fits = (from: number) => {
    const rest = deepest.slice(from);
    return (
      encodeURIComponent(rest.join(separator)).length <= longest &&
      new Set(rest.flatMap(withOuter)).size <= mostOpen
    );
  };
  // The longest address of a browser would cost too much to try one by one.
  let from = Math.max(0, deepest.length - mostOpen);
  while (!fits(from)) from++;
  return deepest.slice(from);
}

function withOuter(folder: string): readonly string[] {
  const parts = folder.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
