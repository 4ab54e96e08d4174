import type { KeyPlace, KeyReset } from '../secrets/instance-key.ts';
import type { Printed } from './printed.ts';

/** What `docent secrets reset` prints. */
export function describeReset(
  { made, webhooks, domains }: KeyReset,
  { place, dryRun }: { readonly place: KeyPlace; readonly dryRun: boolean },
): Printed {
  const name = place.secretKey ? 'DOCENT_SECRET_KEY' : place.file;
  const will = (then: string, now: string) => (dryRun ? then : now);
  const key = made
    ? will(`A new key would be created in ${name}.`, `A new key is in ${name}.`)
    : will(
        `The key in ${name} would become the key of this database.`,
        `The key in ${name} is the key of this database now.`,
      );
  const readers = will('Readers would have to sign in again.', 'Readers have to sign in again.');
  const secrets = webhooks.map(
    ({ id, project, url }) =>
      `  ${url}  POST /api/v1/projects/${project}/webhooks/${id}/rotate-secret`,
  );
  return {
    lines: [
      key,
      readers,
      ...(webhooks.length > 0
        ? [
            `${will('These webhooks would lose', 'These webhooks have lost')} their secret. Their deliveries wait until you rotate it; give the new one to the receiver:`,
            ...secrets,
          ]
        : []),
      ...(domains.length > 0
        ? [
            `These domains ${will('would need', 'need')} a DNS record with the new "customDomainToken" of their project:`,
            ...domains.map((domain) => `  ${domain}`),
          ]
        : []),
      ...(dryRun ? ['Nothing was changed. To do so, run the command with --yes.'] : []),
    ],
    ...(dryRun ? { code: 1 } : {}),
  };
}
