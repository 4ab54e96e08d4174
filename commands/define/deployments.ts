import { InvalidArgumentError } from 'commander';
import { calling } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent deployments`. */
export function defineDeployments({ add, exit, context }: Table): void {
  const deployments = add('deployments', 'Manage the deployments of a server');
  const on = (name: string, description: string) =>
    calling(
      deployments
        .command(name)
        .description(description)
        .exitOverride()
        .copyInheritedSettings(deployments),
    ).option('--json', 'print the result as JSON');
  const commands = () => import('../deployments.ts');
  on('list', 'List deployments, the newest first')
    .option('--limit <number>', 'deployments to show', readLimit, 20)
    .action(async (options) => exit(await (await commands()).listDeployments(options, context)));
  on('promote <id>', 'Make an earlier deployment live again').action(async (id, options) =>
    exit(await (await commands()).promoteDeployment(id, options, context)),
  );
  on('rollback', 'Make the deployment before the live one live again').action(async (options) =>
    exit(await (await commands()).rollBack(options, context)),
  );
  on('delete [id]', 'Delete a deployment that is not live, or a preview')
    .option('--preview <name>', 'the preview to delete')
    .action(async (id, options) =>
      exit(await (await commands()).deleteDeployment(id, options, context)),
    );
  on('previews', 'List previews').action(async (options) =>
    exit(await (await commands()).listPreviews(options, context)),
  );
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit;
  throw new InvalidArgumentError('Expected a whole number from 1 to 100.');
}
