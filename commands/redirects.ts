import { resolve } from 'node:path';
import { addressOf, type ProposedRedirect } from '../pipeline/addresses/folders.ts';
import { clueWords, type LostAddresses } from '../pipeline/addresses/report.ts';
import type { LostAnchor, LostPage } from '../pipeline/addresses/types.ts';
import { checkSite } from '../pipeline/check.ts';
import { fixAddresses } from '../pipeline/fix-addresses.ts';
import { count } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent redirects`. */
export interface RedirectsFlags {
  readonly out: string;
  readonly fix?: boolean;
  readonly json?: boolean;
}

/** `docent redirects`: addresses that were live once and that nothing answers now, and their new places. */
export async function redirects(
  dir: string,
  options: RedirectsFlags,
  { to }: CommandContext,
): Promise<number> {
  const folder = siteFolder(dir);
  const out = resolve(options.out);
  const { lost } = await checkSite({
    dir: folder,
    addresses: { out, severity: 'warning', since: 'ever' },
  });
  if (!lost) {
    to.err(
      `There is no build of this site in ${out} to compare with: run "docent build", or name its folder with --out.`,
    );
    return 1;
  }
  const fixed = options.fix ? fixAddresses(folder, lost) : undefined;
  const rows = rowsOf(lost);
  const isLeft = (row: Row) =>
    !fixed?.redirects.some((one) => one === row.of) &&
    !fixed?.anchors.some((one) => one === row.of);
  if (options.json) {
    const addresses = rows.map(({ of: _, ...row }, index) => ({
      ...row,
      fixed: !isLeft(rows[index] as Row),
    }));
    to.out(JSON.stringify({ addresses, files: fixed?.files ?? [] }, null, 2));
    return 0;
  }
  if (rows.length === 0) {
    to.out('Every address that was ever live is answered.');
    return 0;
  }
  to.out(`${tableOf(rows)}\n`);
  const left = rows.filter(isLeft);
  if (fixed) {
    if (fixed.files.length > 0) to.out(`Written to ${fixed.files.join(', ')}.`);
    if (left.length > 0)
      to.out(`${left.length} of ${rows.length} left: redirect them in docs.json.`);
  } else if (left.some(({ destination }) => destination !== undefined)) {
    to.out('Write them with: docent redirects --fix');
  }
  return 0;
}

/** An address, or those of a folder. */
interface Row {
  readonly address: string;
  readonly destination?: string;
  readonly because?: string;
  /** Pages of a folder. */
  readonly pages?: number;
  readonly of: ProposedRedirect | LostAnchor | LostPage;
}

function rowsOf({ redirects, pages, anchors }: LostAddresses): Row[] {
  return [
    ...redirects.map((of): Row => {
      const { source, destination, pages: all } = of;
      const clue = all[0]?.likely?.clue;
      return {
        ...{ address: source, destination, of },
        ...(clue === undefined ? {} : { because: clueWords[clue] }),
        ...(all.length > 1 ? { pages: all.length } : {}),
      };
    }),
    ...pages
      .filter(({ likely }) => !likely)
      .map((of): Row => ({ address: addressOf(of.path), of })),
    ...anchors.map((of): Row => {
      const { path, anchor, likely } = of;
      const page = addressOf(path);
      return {
        ...{ address: `${page}#${anchor}`, of },
        ...(likely ? { destination: `${page}#${likely.to}`, because: clueWords[likely.clue] } : {}),
      };
    }),
  ];
}

function tableOf(rows: readonly Row[]): string {
  const width = Math.min(60, Math.max(...rows.map(({ address }) => address.length)));
  return rows
    .map(({ address, destination, because, pages }) => {
      const place = destination === undefined ? 'no likely page' : `→ ${destination}`;
      const words = [because, pages && count(pages, 'page')].filter(Boolean).join(', ');
      return `${address.padEnd(width)}  ${place}${words === '' ? '' : `  (${words})`}`;
    })
    .join('\n');
}
