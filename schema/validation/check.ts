import type { ErrorObject } from 'ajv/dist/2020.js';

/** Whether a value is valid, and the first mistake of the last value that was not. */
export type Check = ((value: unknown) => unknown) & { errors?: ErrorObject[] | null };
