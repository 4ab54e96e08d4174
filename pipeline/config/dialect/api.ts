import { type Edit, type Fields, isFields, put, say } from '../edit.ts';
import { drop, rewriteDescriptions } from './shared.ts';

/** `api`. */
export function rewriteApi(edit: Edit, config: Fields): void {
  const { api } = config;
  if (!isFields(api)) return;
  const { mdx, playground, examples } = api;
  if (isFields(mdx) && isFields(mdx.auth) && mdx.auth.method === 'key') {
    say(edit, mdx.auth, 'method', {
      reason: 'Method "key" is read as "api_key"',
      note: 'Write "api_key".',
    });
    put(edit, mdx.auth, 'method', 'api_key');
  }
  if (isFields(mdx) && isFields(mdx.auth) && mdx.auth.method === 'cobo') {
    drop(edit, mdx.auth, 'method', 'Docent has no equivalent of "cobo"');
  }
  if (isFields(playground) && playground.display === 'auth') {
    say(edit, playground, 'display', {
      reason: 'Display "auth" is read as "simple"',
      note: 'Write "simple" or "interactive".',
      severity: 'warning',
    });
    put(edit, playground, 'display', 'simple');
  }
  if (isFields(examples) && Object.hasOwn(examples, 'autogenerate')) {
    drop(edit, examples, 'autogenerate', 'samples are always generated');
  }
  if (isFields(api.params) && Object.hasOwn(api.params, 'post')) {
    drop(edit, api.params, 'post', 'Docent has no equivalent');
  }
  rewriteDescriptions(edit, api);
  for (const key of ['url', 'spec']) {
    if (Object.hasOwn(api, key)) drop(edit, api, key, 'Docent has no equivalent');
  }
}
