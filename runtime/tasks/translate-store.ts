import { sourceHash } from '../../pipeline/source/hash.ts';
import { failureOfPage, type TranslatedPage } from '../../pipeline/translate/page.ts';
import type { Outcome, TranslationStore, Unit } from '../../pipeline/translation/run.ts';
import { periodAt } from '../../schema/plans.ts';
import { finishPage, type PageOutcome } from '../store/job-pages.ts';
import { addJobCost, type UnitCost } from '../store/job-report.ts';
import { findLanguage } from '../store/languages.ts';
import { openMemory, storeLabels } from '../store/memory.ts';
import type { JobPageRow } from '../store/tables.ts';
import { storeHeadings, storeSnippet } from '../store/translated-parts.ts';
import { withFileMemory } from '../translation/file-translations.ts';
import type { Setting, TranslateTools } from './translate-setting.ts';

/** A page or a snippet of a job; snippets are not pages and do not count as such. */
export interface JobUnit extends Unit {
  /** Absent for snippets. */
  readonly row?: JobPageRow;
}

/** Keeps translations of a job in the database. */
export function openJobStore(tools: TranslateTools, setting: Setting): TranslationStore<JobUnit> {
  const { db } = tools.store;
  const { language } = setting.job;
  const where = { projectId: setting.project.id, language };
  const memory = openMemory(db, where, tools.now);
  return {
    memory: withFileMemory(memory, { out: setting.site.out, language }),
    keep: async (unit, outcome) => {
      if (outcome.made) await addJobCost(db, setting.job.id, costOf(outcome.made));
      if (unit.row) await keepPage(tools, setting, { unit, row: unit.row, outcome });
      else await keepSnippet(tools, setting, { unit, outcome });
    },
    keepLabels: async (found) => {
      if (await findLanguage(db, where.projectId, language)) await storeLabels(db, where, found);
    },
  };
}

function costOf({ stats }: TranslatedPage): UnitCost {
  const { requests, inputTokens, outputTokens, fallbackWords: sourceWords } = stats;
  return { requests, inputTokens, outputTokens, sourceWords };
}

/** Stores how a page of a job ended. */
export async function endPage(
  { store, now }: Pick<TranslateTools, 'store' | 'now'>,
  { project, billingDay }: Setting,
  { row, outcome }: { readonly row: JobPageRow; readonly outcome: PageOutcome },
): Promise<void> {
  const period = periodAt(now(), billingDay);
  await finishPage(store, row, { orgId: project.org_id, period, outcome, now: now() });
}

async function keepPage(
  tools: TranslateTools,
  setting: Setting,
  page: { readonly unit: JobUnit; readonly row: JobPageRow; readonly outcome: Outcome },
): Promise<void> {
  const { unit, row, outcome } = page;
  const { language } = setting.job;
  if (outcome.type !== 'translated') {
    const { message } = outcome;
    tools.log(`${row.page_path} is not translated into ${language}: ${message}`);
    const failed: PageOutcome = { type: 'failed', code: 'TRANSLATION_FAILED', message };
    return endPage(tools, setting, { row, outcome: failed });
  }
  const { made } = outcome;
  if (made.faults.length > 0) {
    tools.log(`Partly translated into ${language}: ${failureOfPage(unit.file, made.faults)}`);
  }
  const ref = { projectId: setting.project.id, language, pagePath: row.page_path };
  const { headings } = made;
  await storeHeadings(tools.store.db, ref, { sourceHash: unit.sourceHash, headings });
  await endPage(tools, setting, { row, outcome: completed(setting, unit, made) });
}

function completed(
  { glossaryState: glossary }: Setting,
  { sourceHash: fromHash }: Unit,
  { text, title, stats, untranslated }: TranslatedPage,
): PageOutcome {
  const { fallback: segments } = stats;
  return {
    type: 'completed',
    text,
    title,
    glossary,
    fromHash,
    contentHash: sourceHash(text),
    ...(segments > 0 ? { fallback: { segments, parts: untranslated } } : {}),
  };
}

/** A snippet that fails stays in the source language. */
async function keepSnippet(
  { store, log }: TranslateTools,
  { job, project }: Setting,
  { unit, outcome }: { readonly unit: JobUnit; readonly outcome: Outcome },
): Promise<void> {
  const { language } = job;
  if (outcome.type !== 'translated') {
    return log(`A snippet is not translated into ${language}: ${outcome.message}`);
  }
  const { text, untranslated, faults } = outcome.made;
  const where = { projectId: project.id, language, path: unit.page.path };
  await storeSnippet(store.db, where, { text, translatedHash: unit.sourceHash, untranslated });
  if (faults.length > 0) {
    log(`A snippet is partly translated into ${language}: ${failureOfPage(unit.file, faults)}`);
  }
}
