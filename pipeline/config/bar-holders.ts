import { type Fields, fieldsIn, isFields } from './edit.ts';

/** What may have a header and a footer: the site, and each of its languages. */
export function barHolders(config: Fields): readonly Fields[] {
  const { navigation } = config;
  return [config, ...(isFields(navigation) ? fieldsIn(navigation.languages) : [])];
}
