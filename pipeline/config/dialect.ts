import { barHolders } from './bar-holders.ts';
import { rewriteApi } from './dialect/api.ts';
import { rewriteContextual } from './dialect/contextual.ts';
import { rewriteMintJson } from './dialect/mint-json.ts';
import { rewriteNavbar } from './dialect/navbar.ts';
import { rewriteNavigation } from './dialect/navigation.ts';
import { rewritePublicGroups } from './dialect/public-groups.ts';
import {
  rewriteColors,
  rewriteFeedback,
  rewriteFooter,
  rewriteIntegrations,
  rewriteStyling,
  rewriteTheme,
} from './dialect/sections.ts';
import { drop } from './dialect/shared.ts';
import { rewriteVariables } from './dialect/variables.ts';
import type { Edit, Fields } from './edit.ts';

/**
 * Rewrites the keys of the widespread other dialect of `docs.json` into Docent's own, in place,
 * before anything else sees them; each rewrite adds one note.
 */
export function rewriteDialect(edit: Edit, config: Fields): void {
  rewriteMintJson(edit, config);
  rewriteTheme(edit, config);
  rewriteColors(edit, config);
  rewriteNavigation(edit, config);
  rewritePublicGroups(edit, config);
  rewriteApi(edit, config);
  rewriteIntegrations(edit, config);
  rewriteStyling(edit, config);
  rewriteFeedback(edit, config);
  rewriteContextual(edit, config);
  rewriteVariables(edit, config);
  for (const holder of barHolders(config)) {
    rewriteNavbar(edit, holder);
    rewriteFooter(edit, holder);
  }
  for (const [key, why] of Object.entries(ignoredSections)) {
    if (Object.hasOwn(config, key)) drop(edit, config, key, why);
  }
}

/** Sections of the other dialect that have no counterpart. */
const ignoredSections: Readonly<Record<string, string>> = {
  interaction: 'Docent decides when groups open and close',
};
