import fc from 'fast-check';
import { expect } from 'vitest';
import { deploy, page } from '../../store/world.ts';
import type { TestApi } from '../test-api.ts';
import { actor, command, perPage, place, post } from './command.ts';
import { isFull, ownerOf, projectAt, refusal, walk } from './model.ts';

const slug = fc.constantFrom('docs', 'x', '--', 'api', 'a'.repeat(100));

export const projects = [
  command('createProject', { actor, slug, again: fc.boolean() }, async (drawn, model, worlds) => {
    const { actor, slug } = drawn;
    const owner = ownerOf(actor);
    const own = model.projects.filter((one) => one.owner === owner);
    const expected =
      refusal(model, actor, { writes: true }) ??
      (isFull(own, model.limits.projects) ? 403 : own.some((one) => one.slug === slug) ? 409 : 201);
    const path = '/projects';
    const answer = await post(worlds, model, { ...drawn, path, body: { name: 'Site', slug } });
    expect(answer.status, answer.text).toBe(expected);
    if (expected !== 201) return;
    model.projects.push({
      ...{ id: answer.body.data.id, owner, slug },
      etag: answer.headers.get('etag') ?? '',
      ...{ pages: [], languages: [], terms: [], webhooks: [] },
    });
  }),
  command(
    'updateProject',
    { actor, place, slug, match: fc.constantFrom('none', 'current', 'weak', 'other') },
    async ({ actor, place, slug, match }, model, { ask }) => {
      const project = projectAt(model, place);
      const tags: Readonly<Record<string, string>> = {
        ...{ current: `"y", ${project.etag}`, weak: `W/${project.etag}`, other: '"y"' },
      };
      const tag = tags[match];
      const isTaken = model.projects.some(
        (one) => one !== project && one.owner === project.owner && one.slug === slug,
      );
      const expected =
        refusal(model, actor, { project, writes: true }) ??
        (match === 'weak' || match === 'other' ? 412 : isTaken ? 409 : 200);
      const headers = tag === undefined ? {} : { 'if-match': tag };
      const answer = await ask(actor, `PATCH /projects/${project.id}`, { slug }, { headers });
      expect(answer.status, answer.text).toBe(expected);
      if (expected !== 200) return;
      project.slug = slug;
      expect(answer.headers.get('etag')).not.toBe(project.etag);
      project.etag = answer.headers.get('etag') ?? '';
    },
  ),
  command(
    'deleteProject',
    { actor, place, rarely: fc.nat(4) },
    async ({ actor, place, rarely }, model, { ask }) => {
      if (rarely > 0) return;
      const project = projectAt(model, place);
      const answer = await ask(actor, `DELETE /projects/${project.id}`);
      expect(answer.status, answer.text).toBe(
        refusal(model, actor, { project, writes: true }) ?? 200,
      );
      if (answer.status !== 200) return;
      model.projects = model.projects.filter((one) => one !== project);
    },
  ),
  command('listProjects', { actor, perPage }, async ({ actor, perPage }, model, worlds) => {
    if (refusal(model, actor, { writes: false })) return;
    const own = model.projects.filter(({ owner }) => owner === ownerOf(actor));
    const rows = await walk(worlds, actor, `/projects?perPage=${perPage}`);
    expect(rows.map(({ id }) => id)).toEqual(own.map(({ id }) => id).reverse());
    expect(rows).toEqual(own.map(({ slug }) => expect.objectContaining({ slug })).reverse());
  }),
  command(
    'deploy',
    { place, pages: fc.constantFrom(['a', 'index'], ['a', 'b/c'], []) },
    async (drawn, model, worlds) => {
      const project = projectAt(model, drawn.place);
      if (!model.projects.includes(project)) return;
      await worlds.each((api) => deployTo(api, project.id, drawn.pages));
      project.pages = drawn.pages;
      const actor = project.owner === 'own' ? 'owner' : 'stranger';
      const { headers } = await worlds.ask(actor, `GET /projects/${project.id}`);
      project.etag = headers.get('etag') ?? '';
    },
  ),
];

export async function deployTo(
  { store, services, clock }: TestApi,
  projectId: string,
  paths: readonly string[],
): Promise<void> {
  const ids = { deploymentId: services.newId('dpl'), auditId: services.newId('aud') };
  const pages = paths.map((path) => page(path));
  await deploy(store, projectId, pages, { ...ids, now: clock.time });
}
