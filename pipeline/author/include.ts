import { type ComponentChildren, Fragment, h } from 'preact';
import { formatOf } from '../source/format.ts';
import type { GuestSnippet } from './decode.ts';
import { type AuthorsState, makeFrame } from './state.ts';
import type { Frame } from './walker.ts';

/** Snippets that one page may include, each time counted. */
const mostIncludes = 5000;
/** Characters of them all. */
const mostIncluded = 16 * 1024 * 1024;

/** A snippet in its place; cycles and pages that would grow indefinitely are cut. */
export function include(
  state: AuthorsState,
  path: string,
  { props, guest }: { readonly props: Frame['props']; readonly guest?: GuestSnippet },
): ComponentChildren {
  const { code, open, walker } = state;
  const file = code.page.site.snippets.get(path);
  if (!file || open.includes(path) || path === code.page.page.file.path) return null;
  state.includes++;
  state.included += file.text.length;
  if (state.includes > mostIncludes || state.included > mostIncluded) {
    reportTooMany(state, path);
    return null;
  }
  open.push(path);
  try {
    const tree = code.treeOf(file);
    const frame = makeFrame(state, { tree, file, format: formatOf(file), props, guest });
    return h(Fragment, null, walker().tree(tree, frame));
  } finally {
    open.pop();
  }
}

function reportTooMany({ code }: AuthorsState, path: string): void {
  code.page.report({
    severity: 'error',
    ruleId: 'too-many-includes',
    reason: `This page includes more than ${mostIncludes} snippets or ${mostIncluded / 1024 / 1024} MB of them; the rest is left out.`,
    note: `Look for snippets that include each other repeatedly; the limit was reached at ${path}.`,
  });
}
