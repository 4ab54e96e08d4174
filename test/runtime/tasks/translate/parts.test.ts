import { afterEach, expect, test } from 'vitest';
import { answerOf, translated } from '../../../pipeline/translate/fake-model.ts';
import { config, projectId, startService, type TestService } from './service.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const files = {
  'guides/setup.mdx':
    '---\ntitle: Setup of it\n---\n\nimport Help from "/snippets/help.mdx";\n\n## First step\n\nInstall it with the package manager.\n\n<Accordion title="Why you should do it">\n\nBecause it is good for you.\n\n</Accordion>\n\n<Help />\n',
  'snippets/help.mdx': '## Get more help\n\nAsk the people of the forum about it.\n',
};

async function run(of: TestService, project: string, body: object) {
  const { api, until } = of;
  const { body: answer } = await api(`POST /projects/${project}/translate`, {
    language: 'de',
    ...body,
  });
  await until(async () => {
    const { body: found } = await api(`GET /projects/${project}/translate/${answer.data.jobId}`);
    return found.data.status === 'completed';
  });
}

/** Whether the German page is there, as it should be. */
async function isShown(
  page: TestService['page'],
  isRight: (text: string) => boolean,
): Promise<boolean> {
  const { status, text } = await page('/de/guides/setup');
  return status === 200 && isRight(text);
}

test('a job translates the snippets of its pages, and the properties that the project names', async () => {
  service = await startService({ files });
  const { api, page, until } = service;
  const project = await projectId(service);
  await api(`POST /projects/${project}/languages`, { code: 'de' });
  await api(`PATCH /projects/${project}`, { translateProps: { Accordion: ['title'] } });
  await run(service, project, {});
  // Snippets are published after the pages when a build is made between them.
  const sources = /Ask the people|Get more help|Why you should/;
  await until(() => isShown(page, (text) => !sources.test(text)));
  const { text } = await page('/de/guides/setup');
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('id="get-more-help"');
  expect(text).toContain('id="why-you-should-do-it"');
  expect((await page('/guides/setup')).text).toContain('Ask the people');
  // Nothing of it is paid for twice, and snippets are not pages.
  const spent = service.stub.requests.length;
  await run(service, project, { scope: 'page', pagePath: 'guides/setup' });
  expect(service.stub.requests.length).toBe(spent);
  const { body } = await api(`GET /projects/${project}/translations?language=de`);
  expect(body.meta.total).toBe(2);
});

test('a snippet that changed shows its source until a job has a page of it to do', async () => {
  service = await startService({ files });
  const { api, page, until } = service;
  const project = await projectId(service);
  await api(`POST /projects/${project}/languages`, { code: 'de' });
  await run(service, project, {});
  await until(() => isShown(page, (text) => !text.includes('Ask the people')));
  service.write({
    'snippets/help.mdx': '## Get more help\n\nWrite a letter to the people of it.\n',
  });
  await service.build();
  await until(async () => (await page('/de/guides/setup')).text.includes('Write a letter'));
  const asked = service.asked.length;
  await run(service, project, { scope: 'page', pagePath: 'guides/setup', force: true });
  await until(() => isShown(page, (text) => !text.includes('Write a letter')));
  expect(service.asked.slice(asked).map(({ text }) => text)).toContain(
    'Write a letter to the people of it.',
  );
});

test('a page whose source has other headings keeps the ids it was translated with', async () => {
  service = await startService({ files });
  const { api, page, until } = service;
  const project = await projectId(service);
  await api(`POST /projects/${project}/languages`, { code: 'de' });
  await run(service, project, {});
  await until(() => isShown(page, (text) => !text.includes('Ask the people')));
  service.write({
    'guides/setup.mdx': '---\ntitle: Setup of it\n---\n\n## A\n\n## B\n\nInstall it another way.\n',
  });
  await service.build();
  await until(async () => (await page('/de/guides/setup')).text.includes('translation-stale'));
  const { text } = await page('/de/guides/setup');
  expect(text).toContain('<h2 id="first-step"');
  // A snippet that the page no longer includes still has its old text.
  expect(text).toContain('id="get-more-help"');
});

test('a snippet that the model rejects fails alone, and everything else is translated', async () => {
  service = await startService({
    files: {
      'guides/setup.mdx': `${files['guides/setup.mdx']}\n<Snippet file="more.mdx" />\n`,
      'snippets/help.mdx': files['snippets/help.mdx'],
      'snippets/more.mdx': 'There is always more to read about this.\n',
    },
    script: (segments) =>
      segments.some(({ text }) => text.includes('Ask the people'))
        ? { status: 403, error: { message: 'this text is not for us' } }
        : { text: answerOf(segments, ({ text }) => translated(text, 'de')) },
  });
  const { api, page, until, log } = service;
  const project = await projectId(service);
  await api(`POST /projects/${project}/languages`, { code: 'de' });
  await run(service, project, {});
  const sources = /always more|First steps|Install it/;
  await until(() => isShown(page, (text) => !sources.test(text)));
  expect((await page('/de/guides/setup')).text).toContain('Ask the people');
  expect(log.join('\n')).toContain(
    'A snippet is not translated into de: The language model answered 403: this text is not for us.',
  );
});

test('a snippet that a person has translated is not asked for, whatever the folder of the language', async () => {
  const languages = [
    { code: 'en', default: true, pages: ['index', 'guides/setup'] },
    { code: 'de', pages: ['german/index'] },
  ];
  service = await startService({
    files: {
      ...files,
      'docs.json': JSON.stringify({ ...config, navigation: { languages } }),
      'german/index.mdx': '---\ntitle: Willkommen\n---\n\nVon Hand.\n',
      'german/snippets/help.mdx': '## Hilfe\n\nFrag im Forum.\n',
    },
  });
  const { api, until, asked } = service;
  const project = await projectId(service);
  await until(async () => {
    const { body } = await api(`POST /projects/${project}/languages`, { code: 'de' });
    return body.data !== undefined || body.error?.code === 'ALREADY_EXISTS';
  });
  await run(service, project, {});
  const texts = asked.map(({ text }) => text).join('\n');
  expect(texts).toContain('Install it');
  expect(texts).not.toContain('Ask the people');
});
