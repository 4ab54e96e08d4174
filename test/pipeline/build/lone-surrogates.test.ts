import { expect, test } from 'vitest';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

// Half of a surrogate pair: no text in UTF-8 has it, but escapes of JSON, YAML and JavaScript do.
const half = '\\ud800';

test('half of a surrogate pair, wherever it becomes part of an address, costs no page', async () => {
  const config = JSON.stringify(
    minimalConfig(['index', 'next'], {
      api: { openapi: 'openapi.json' },
      contextual: { options: ['copy', 'chatgpt'] },
      redirects: [{ source: '/old', destination: '/next#HALF' }],
      metadata: { feedback: { enabled: true } },
    }),
  );
  const dir = writeFiles(tempDir(), {
    'docs.json': config.replaceAll('HALF', half),
    'index.mdx': `---
title: "Start ${half}"
description: "A ${half} b"
---

## Part {'${half}'} one

<a href={'/next${half}'}>away</a> <Card title={'${half}'} href={'/next#${half}'}>More</Card>

<Update label={'${half} May'} description="d">Changed</Update>

<img src={'/picture${half}.png'} alt="" />
`,
    'next.mdx': `---\ntitle: "Next ${half}"\n---\n\n[Back](/#part-one)\n`,
    'openapi.json': `{
  "openapi": "3.1.0",
  "info": { "title": "Shop ${half}", "version": "1" },
  "servers": [{ "url": "https://shop.example" }],
  "security": [{ "key": [] }],
  "paths": { "/orders/{id}": { "get": {
    "summary": "Read ${half}",
    "parameters": [
      { "name": "id", "in": "path", "required": true, "schema": { "type": "string" }, "example": "a${half}" },
      { "name": "q${half}", "in": "query", "required": true, "schema": { "type": "string" }, "example": "${half}" }
    ],
    "responses": { "200": { "description": "An order" } }
  } } },
  "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "query", "name": "key${half}" } } }
}`,
  });
  const { problems, deployment, stats } = await buildSite(dir, tempDir());
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(deployment).toBeDefined();
  expect(stats.pages).toBe(3);
});
