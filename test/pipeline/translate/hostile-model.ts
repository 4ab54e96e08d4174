import { answerOf, type FakeModel, fakeModel, misdeeds, translated } from './fake-model.ts';

/** A small sure generator of numbers from 0 to 1. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A model that refuses, is cut off and answers badly in every known way. `spoiled` is called with
 * the kind of every bad answer.
 */
export function hostileModel(
  language: string,
  roll: () => number,
  spoiled: Map<string, string>,
): FakeModel {
  const names = Object.keys(misdeeds);
  return fakeModel((segments) => {
    const way = roll();
    if (way < 0.05) return 'I am sorry, I cannot do that.';
    if (way < 0.08) return { text: '{"translations": {"1": "Das ist', finish: 'length' };
    return answerOf(segments, ({ text }) => {
      const good = translated(text, language);
      if (roll() > 0.1) return good;
      const name = names[Math.floor(roll() * names.length)] ?? '';
      const bad = misdeeds[name]?.(good, text, language);
      if (bad !== undefined && bad !== good) spoiled.set(bad, name);
      return bad;
    });
  });
}
