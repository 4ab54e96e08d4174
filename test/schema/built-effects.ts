import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { buildSite } from '../../pipeline/build.ts';
import type { Model } from '../../pipeline/net/model.ts';
import { openDeployment } from '../../pipeline/output/read.ts';
import { translateFirst } from '../../pipeline/translate-first.ts';
import { unpack } from '../support/outputs.ts';
import { writeFiles } from '../support/temp.ts';
import { problemEffect } from './problem-effect.ts';
import { servedEffects } from './served-effects.ts';

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A site that has a use for every field: its pages, pictures and an API description. */
export const builtFiles: Readonly<Record<string, unknown>> = {
  'index.mdx': [
    '---\ntitle: Home\n---\n',
    'Costs of $a$ and $b$, {{region}}, {{shout}} and {{token}}. A [broken](/nowhere) link.\n',
    'The the word is twice. <Icon icon="github" />\n',
    '<Card title="Card">Text.</Card>\n',
    '```js\n// The first of all numbers\nconst one = 1;\n```\n',
    '```own\nword\n```\n',
  ].join('\n'),
  'chain.mdx':
    '---\ntitle: Chain\n---\n\n<Address contract="token" chain={1} />\n\n<ConnectWallet />\n\n<ContractRead contract="token" function="total" />\n\n<ContractRead contract="inline" function="total" />\n',
  'a.mdx': '---\ntitle: A\n---\n\nText.\n',
  'hand.mdx': '---\ntitle: By hand\napi: POST /things\n---\n\nText.\n',
  'openapi.json': {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/users': {
        post: {
          summary: 'Add a user',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: 'string', example: 'Ada' },
                    home: {
                      type: 'object',
                      properties: { street: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  },
  'asyncapi.json': {
    asyncapi: '3.0.0',
    info: { title: 'Events', version: '1' },
    channels: { users: { address: 'users' } },
  },
  'events.json': {
    asyncapi: '3.0.0',
    info: { title: 'More events', version: '1' },
    channels: { orders: { address: 'orders' } },
  },
  'own.json': {
    name: 'own',
    scopeName: 'source.own',
    patterns: [{ match: 'word', name: 'keyword.control' }],
  },
  'light.png': pixel,
  'dark.png': pixel,
  'fonts/Own.ttf': 'not a font',
  'abi.json': [
    { type: 'function', name: 'total', stateMutability: 'view', inputs: [], outputs: [] },
  ],
  'abi2.json': [],
};

/** What git knows of the site. */
const git = {
  dates: new Map(['index.mdx', 'a.mdx'].map((file) => [file, '2027-01-31T00:00:00Z'])),
  repository: { url: 'https://github.com/acme/docs', branch: 'main', folder: '' },
};

/** The files of a site as published, its problems, and what a server answers. Names that are made of contents are left out. */
export async function builtEffects(
  dir: string,
  config: object,
): Promise<Readonly<Record<string, string>>> {
  writeFiles(dir, { ...builtFiles, 'docs.json': config });
  const out = join(dir, '../out');
  const { problems, deployment } = await buildSite({
    dir,
    out,
    git,
    project: 'test',
    version: '0.0.0-test',
    now: () => Date.parse('2027-06-01'),
    newId: (prefix) => `${prefix}_${String(ids++).padStart(6, '0')}`,
    keep: 1,
    threads: 1,
  });
  const effects: Record<string, string> = { problems: problemEffect(problems) };
  if (!deployment) return effects;
  const site = join(unpack(out, deployment.id), 'site');
  const pictures: string[] = [];
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(site.length + 1);
    // Scripts are the same for all sites but for the list of those that a site loads.
    if (!entry.isFile() || /\.(?:br|gz|js)$/.test(path)) continue;
    const content = readFileSync(join(site, path));
    if (path.startsWith('_docent/social/')) pictures.push(content.toString('base64'));
    else effects[unhashed(path)] = unhashed(content.toString());
  }
  effects.pictures = pictures.sort().join(' ');
  effects.questions = (await questionsOf(dir)).join('\n');
  return { ...effects, ...(await servedEffects(openDeployment(out, deployment.id))) };
}

/** What a model is asked before a build, where the site waits for its translations. */
async function questionsOf(dir: string): Promise<readonly string[]> {
  const questions: string[] = [];
  const model: Model = {
    name: 'stub',
    complete: async ({ messages }) => {
      questions.push(JSON.stringify(messages));
      return { text: '{}', usage: { input: 0, output: 0, estimated: true }, finish: 'stop' };
    },
    stream: () => expect.fail('a translation is a whole answer'),
  };
  await translateFirst({
    dir,
    out: join(dir, `../translations-${ids++}`),
    openModel: () => model,
    now: () => 0,
  });
  return questions;
}

let ids = 0;

function unhashed(text: string): string {
  return text.replace(/[0-9a-f]{16}(?=\.png)|-[A-Z0-9]{8}(?=\.(?:js|css))/g, '*');
}
