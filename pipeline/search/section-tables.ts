/**
 * Where the tables of sections are stored, if not in the output folder: `DOCENT_SECTION_TABLES`.
 * Keys come from the variables that all clients of such storage read (`AWS_ACCESS_KEY_ID` and
 * others). @throws an `Error` of one sentence for an invalid address
 */
export function readSectionTables(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { DOCENT_SECTION_TABLES: address } = environment;
  if (!address) return undefined;
  const isAddress = /^s3:\/\/[a-z0-9][a-z0-9.-]+\/[^\s?#]*[^\s?#/]\/?$/.test(address);
  if (isAddress) return address.replace(/\/$/, '');
  throw new Error(
    `Unexpected DOCENT_SECTION_TABLES "${address}", expected an address such as s3://bucket/site.`,
  );
}
