/** The questions that test a site's pages: they are in its folder, and no part of it. */
export const questionsFile = 'tests/questions.jsonl';
