import type { RenderedBody } from '../../schema/site.ts';

/** The body of a page that says nothing. */
export const emptyBody: RenderedBody = {
  html: '',
  contents: [],
  ids: [],
  aliases: {},
  links: [],
  features: [],
  islands: [],
  sections: [],
  markdown: '',
  updates: [],
  problems: [],
};
