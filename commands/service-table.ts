import type { Command } from 'commander';
import type { Surroundings } from '../runtime/commands/backup.ts';
import type { Printed } from '../runtime/commands/printed.ts';
import { showProgress } from '../terminal.ts';
import { database, out } from './options.ts';
import type { Table } from './table.ts';

type Commands = typeof import('../runtime/commands/service.ts').serviceCommands;

/** What the definition of a command on the database of a server receives. */
export interface ServiceTable extends Table {
  /** Adds a command below another one, with the flags for the database. */
  readonly on: (parent: Command, name: string, description: string) => Command;
  readonly run: (work: (commands: Commands) => Promise<Printed>) => Promise<void>;
  /** Work that may take minutes shows how far it is. */
  readonly runLong: (
    options: { readonly json?: boolean },
    work: (commands: Commands, more: Surroundings) => Promise<Printed>,
  ) => Promise<void>;
}

/** The table with what commands on a database share. */
export function serviceTable(table: Table): ServiceTable {
  const { to, version } = table.context;
  const run: ServiceTable['run'] = async (work) => {
    const { serviceCommands } = await import('../runtime/commands/service.ts');
    const { lines, notes = [], code = 0 } = await work(serviceCommands);
    for (const line of lines) to.out(line);
    for (const note of notes) to.err(note);
    table.exit(code);
  };
  return {
    ...table,
    run,
    on: (parent, name, description) =>
      parent
        .command(name)
        .description(description)
        .exitOverride()
        .copyInheritedSettings(parent)
        .addOption(out())
        .addOption(database()),
    runLong: async ({ json }, work) => {
      const view = json ? undefined : await showProgress(to);
      const secretKey = process.env.DOCENT_SECRET_KEY;
      const progress: Surroundings['progress'] = (step) => view?.update(step);
      await run((commands) =>
        work(commands, { version, secretKey, progress }).finally(() => view?.stop('Done')),
      );
    },
  };
}
