import fc from 'fast-check';
import { expect } from 'vitest';
import type { Model } from './model.ts';
import { type Actor, actors, type Worlds } from './worlds.ts';

type Command = fc.AsyncCommand<Model, Worlds>;

/** A request with drawn parts: what it must be answered, and what it changes in the model. */
export function command<Drawn>(
  name: string,
  drawn: { [Part in keyof Drawn]: fc.Arbitrary<Drawn[Part]> },
  run: (drawn: Drawn, model: Model, worlds: Worlds) => Promise<void>,
): fc.Arbitrary<Command> {
  return fc.record(drawn).map((parts) => ({
    check: () => true,
    run: (model, worlds) => run(parts as Drawn, model, worlds),
    toString: () => `${name}(${JSON.stringify(parts)})`,
  }));
}

// Most requests should succeed, or nothing is there to go wrong.
export const actor = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Actor>('owner') },
  { weight: 1, arbitrary: fc.constantFrom(...actors) },
);
export const place = fc.oneof(
  { weight: 6, arbitrary: fc.nat(1) },
  { weight: 1, arbitrary: fc.nat(7) },
);
export const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined, freq: 2 });
export const perPage = fc.constantFrom(1, 2, 50);

/** Sends a POST, half of the time with an Idempotency-Key: its repeats change nothing. */
export async function post(
  { ask }: Worlds,
  model: Model,
  sent: {
    readonly actor: Actor;
    readonly path: string;
    readonly body: object;
    readonly again: boolean;
  },
) {
  const { actor, path, body, again } = sent;
  if (!again) return ask(actor, `POST ${path}`, body);
  const headers = { 'idempotency-key': `key-${model.keys++}` };
  const first = await ask(actor, `POST ${path}`, body, { headers });
  if (first.status >= 300) return first;
  const repeated = await ask(actor, `POST ${path}`, body, { headers });
  expect([repeated.status, repeated.text]).toEqual([first.status, first.text]);
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  const raw = `${JSON.stringify(body)} `;
  expect((await ask(actor, `POST ${path}`, undefined, { headers, raw })).status).toBe(422);
  return first;
}
