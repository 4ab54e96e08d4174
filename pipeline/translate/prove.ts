import { haveSameMarks } from '../source/inline-marks.ts';
import { parsePage } from '../source/parse.ts';
import { type Reply, repair } from './ask.ts';
import { type CodeBlock, changedBlocks, type FindComments } from './comments.ts';
import type { Fault } from './fault.ts';
import { fieldsOf, lineOf, sameRest } from './fields.ts';
import { judgeTogether, wrongLanguage } from './language.ts';
import { squeezed, textOf } from './plain.ts';
import { type PageShape, plainOf, signatureOf } from './runs.ts';
import { readShape, type Slot } from './slots.ts';
import { splice } from './splice.ts';
import { fewestToWeigh, letters, wordsIn } from './target.ts';
import { editsOf, refuse, targetOf, type Work } from './work.ts';

/**
 * Assembles the page until it is the same page in other words: invalid parts are fixed once, then
 * they fall back to the source. Returns the text.
 */
export async function prove(work: Work): Promise<string> {
  const before = shapeOn(work, work.page.text);
  for (let round = 0; ; round++) {
    const { text, faults } = assemble(work, before);
    if (faults.size === 0) return text;
    if (round < 2) await mend(work, faults);
    else for (const [slot, fault] of faults) await refuse(work, slot, fault);
  }
}

/** Takes comments back from code that is not what it was. Gives the text. */
export async function proveCode(
  work: Work,
  text: string,
  code: { readonly blocks: readonly CodeBlock[]; readonly find: FindComments },
): Promise<string> {
  const { path, format } = work.page;
  const { root } = parsePage({ path, text }, { format, latex: work.options.latex });
  const changed = new Set(await changedBlocks(root, code.blocks, code.find));
  if (changed.size === 0) return text;
  for (const slot of work.slots) {
    if (slot.block && changed.has(slot.block)) {
      await refuse(work, slot, { kind: 'changes-code' });
    }
  }
  return prove(work);
}

/** The page with what is translated, and what is wrong with it. */
function assemble(
  work: Work,
  before: PageShape | undefined,
): { readonly text: string; readonly faults: Map<Slot, Fault> } {
  const { page, options } = work;
  const done = work.slots.filter((slot) => work.replies.get(slot)?.type === 'translated');
  const text = splice(page.text, editsOf(work, done));
  const faults = faultsOf(work, before, { text, done });
  if (faults === undefined) {
    const broken = new Map<Slot, Fault>();
    for (const slot of spoilers(work, before, done)) {
      broken.set(slot, { kind: 'breaks-page' });
    }
    return { text, faults: broken };
  }
  if (faults.size > 0 || options.pseudo) return { text, faults };
  const pairs = done.map((slot) => ({
    slot,
    source: wordsIn(slot.segment.items),
    target: wordsIn(targetOf(work, slot) ?? []),
  }));
  const prose = pairs.map(({ target }) => target).join('\n');
  const wrong = wrongLanguage(prose, options.to, work.detector);
  if (wrong !== undefined) for (const slot of done) faults.set(slot, wrong);
  else {
    const short = pairs.filter(({ source }) => letters(source) < fewestToWeigh);
    const fault = judgeTogether(short, options, work.detector);
    if (fault !== undefined) for (const { slot } of short) faults.set(slot, fault);
  }
  return { text, faults };
}

function shapeOn({ page, options }: Work, text: string): PageShape | undefined {
  const { latex, comments } = options;
  return readShape(page, text, { latex, withoutCode: comments !== undefined });
}

/** Segments that read otherwise than meant; undefined when the page's form itself is another. */
function faultsOf(
  work: Work,
  before: PageShape | undefined,
  { text, done }: { readonly text: string; readonly done: readonly Slot[] },
): Map<Slot, Fault> | undefined {
  const source = work.page.text;
  const after = shapeOn(work, text);
  if (!before || !after || before.form !== after.form) return undefined;
  if (before.runs.length !== after.runs.length || !sameRest(source, text)) return undefined;
  const faults = new Map<Slot, Fault>();
  const byRun = new Map(done.flatMap((slot) => (slot.run === undefined ? [] : [[slot.run, slot]])));
  for (const [index, run] of before.runs.entries()) {
    const now = after.runs[index];
    const slot = byRun.get(index);
    const pieces = slot && targetOf(work, slot);
    const plain = slot && pieces ? squeezed(pieces, slot.segment) : plainOf(run.nodes);
    const isSame =
      now !== undefined &&
      signatureOf(run, source) === signatureOf(now, text) &&
      plain === plainOf(now.nodes);
    if (isSame) continue;
    // An unchanged run was affected by its neighbour.
    if (!slot) return undefined;
    faults.set(slot, { kind: 'reads-otherwise' });
  }
  for (const slot of wrongFields(work, text, done)) {
    faults.set(slot, { kind: 'no-field' });
  }
  return faults;
}

/** Fields of the front matter that YAML reads otherwise than meant, or whose links and emphasis are not those of the source. */
function wrongFields(work: Work, text: string, done: readonly Slot[]): Slot[] {
  const values = fieldsOf(text);
  const old = fieldsOf(work.page.text);
  return done.filter((slot) => {
    if (!slot.field) return false;
    const at = old.findIndex(({ start }) => start === slot.field?.start);
    const pieces = targetOf(work, slot);
    const value = lineOf(values[at]?.value ?? '');
    if (value !== (pieces && textOf(pieces, slot.segment))) return true;
    return slot.field.key === 'description' && !haveSameMarks(value, lineOf(slot.field.value));
  });
}

/** The segments that break the page's form, found by bisection. */
function spoilers(
  work: Work,
  before: PageShape | undefined,
  slots: readonly Slot[],
): readonly Slot[] {
  if (slots.length <= 1) return slots;
  const middle = Math.ceil(slots.length / 2);
  const found = [slots.slice(0, middle), slots.slice(middle)].flatMap((half) => {
    const text = splice(work.page.text, editsOf(work, half));
    const isWell = faultsOf(work, before, { text, done: half }) !== undefined;
    return isWell ? [] : spoilers(work, before, half);
  });
  // Each half alone is well: only together do they break it.
  return found.length > 0 ? found : slots;
}

async function mend(work: Work, faults: ReadonlyMap<Slot, Fault>): Promise<void> {
  const again: { question: Slot; reply: Reply & { type: 'fault' } }[] = [];
  for (const [slot, fault] of faults) {
    const reply = work.replies.get(slot);
    const answer = reply?.type === 'translated' ? reply.target : '';
    await refuse(work, slot, fault);
    if (work.repaired.has(slot)) continue;
    work.repaired.add(slot);
    again.push({ question: slot, reply: { type: 'fault', fault, answer } });
  }
  await repair(again, work.replies, work.asking);
}
