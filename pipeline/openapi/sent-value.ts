import { unpacked } from './packed-json.ts';
import { readSchema } from './schema.ts';
import { isXml, type XmlSchema, xmlOf } from './xml-example.ts';

/** An example as the body of a request: XML is written as text, and JSON may have been. */
export function sentValue(mediaType: string, value: unknown, described: XmlSchema): unknown {
  if (isXml(mediaType)) return xmlOf(value, described);
  if (!isJson(mediaType)) return value;
  return unpacked(value, readSchema(described.place, described.references).types);
}

/** Whether a media type is JSON. */
export function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType);
}
