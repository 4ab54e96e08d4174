import { Ajv, type ErrorObject } from 'ajv';

/** Schemas of others, in draft 7. */
export type Draft07 = Readonly<Record<string, unknown>>;

/**
 * Checks a value against a definition of a schema, as many as are asked for: the first mistake, with
 * those of every alternative that was tried.
 */
export function draft07Checker(
  schema: Draft07,
): (definition: string | undefined, value: unknown) => readonly ErrorObject[] {
  const ajv = new Ajv({
    strict: false,
    logger: false,
    validateFormats: false,
    // The schemas are published ones.
    meta: false,
    validateSchema: false,
  });
  const { $schema: _schema, ...rest } = schema;
  ajv.addSchema(rest, 'root');
  return (definition, value) => {
    const check = ajv.getSchema(
      definition === undefined ? 'root' : `root#/definitions/${definition}`,
    );
    return check?.(value) === false ? ((check as { errors?: ErrorObject[] }).errors ?? []) : [];
  };
}
