// Writes schema/docs.schema.json from the sections in schema/config/. Run it after changing one of them.
import { writeFileSync } from 'node:fs';
import { publishedSchema } from '../schema/config/published.ts';

writeFileSync(new URL('../schema/docs.schema.json', import.meta.url), publishedSchema());
