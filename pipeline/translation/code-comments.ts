import type { FindComments } from '../translate/comments.ts';

let opened: Promise<FindComments> | undefined;

/** Finds comments in code by the highlighter's grammars, which are loaded with the first question. */
export const findComments: FindComments = async (code, language) => {
  opened ??= import('../site/code/comments.ts').then(({ createCommentFinder }) =>
    createCommentFinder(),
  );
  return (await opened)(code, language);
};
