import { expect } from 'vitest';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { systemPrompt } from '../../runtime/assistant/model/prompt.ts';
import { modelOf } from '../../runtime/assistant/model/settings.ts';
import { panelOf } from '../../runtime/assistant/panel.ts';
import { assistantSite } from '../../runtime/assistant/site/site.ts';
import { guard } from '../../runtime/site/access.ts';
import { sessionOf } from '../../runtime/site/sign-in-token.ts';
import { pageAddress } from '../../schema/address.ts';

/** What a server makes of a deployment: its assistant, and who may read its pages. */
export async function servedEffects(reader: SiteReader): Promise<Readonly<Record<string, string>>> {
  return { assistant: assistantEffects(reader), ...(await accessEffects(reader)) };
}

function assistantEffects(reader: SiteReader): string {
  const { assistant: settings } = reader.config;
  const none = () => expect.fail('nothing is asked');
  const search = { threshold: 1, search: none, find: none };
  const site = assistantSite(reader, search);
  const modelNamed = (name: string) => ({
    name,
    complete: () => expect.fail('nothing is asked'),
    stream: () => expect.fail('nothing is asked'),
  });
  const models = { model: modelNamed("the server's own"), modelNamed };
  return JSON.stringify([
    panelOf({ settings }),
    systemPrompt(site, settings),
    modelOf(models, { plan: 'enterprise' }, settings)?.name,
  ]);
}

/** Claims as a login page may name them. */
const claims = {
  email: 'ada@example.com',
  groups: ['readers'],
  own: { email: 'own@example.com', groups: ['writers'] },
};

/** The answers to readers without a session, and without the group of a page. */
async function accessEffects(reader: SiteReader): Promise<Record<string, string>> {
  const { auth } = reader.config;
  const origin = 'https://docs.example.com';
  const client = { address: '', secure: true, origin };
  const outsider = async () => ({ groups: [] });
  const answers: Record<string, string> = { session: JSON.stringify(sessionOf(claims, auth)) };
  for await (const { path } of reader.pages()) {
    const url = new URL(pageAddress(path, reader.deployment.basePath), origin);
    const file = reader.file(url.pathname) ?? expect.fail(`no file of ${path}`);
    const stranger = await guard(reader, file, {
      url,
      reading: { session: async () => undefined, client },
    });
    const refused = await guard(reader, file, { url, reading: { session: outsider, client } });
    answers[`${path} without a session`] =
      `${stranger?.status} ${stranger?.headers.get('location')}`;
    answers[`${path} without its group`] = String(await refused?.text());
  }
  return answers;
}
