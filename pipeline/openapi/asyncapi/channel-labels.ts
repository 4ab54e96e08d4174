import { asList, asObject, asText, type Json } from '../json.ts';

/** The shown name of a tag. */
export function tagLabel(tag: string, document: Json): string {
  // Version 3 has the tags of an application in `info`.
  for (const entry of [...asList(document.tags), ...asList(asObject(document.info)?.tags)]) {
    const item = asObject(entry);
    if (item?.name === tag) return asText(item['x-group']) ?? asText(item['x-displayName']) ?? tag;
  }
  return tag;
}

/** `lightMeasured` as words; an address as it is. */
export function titleOf(name: string): string {
  if (/[/{}.#*]/.test(name)) return name;
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
  const plain = words.replace(/ [A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A protocol as a label: `secure-mqtt` is `MQTTS`. */
export function methodOf(protocol: string): string {
  const plain = protocol.replace(/^secure-(.*)$|^(.*)-secure$/, '$1$2');
  const label = plain === protocol || protocol === '' ? plain : `${plain}s`;
  const short = label === 'kafkas' ? 'kafka' : label;
  return short === '' || short.length > 8 ? 'CHANNEL' : short.toUpperCase();
}
