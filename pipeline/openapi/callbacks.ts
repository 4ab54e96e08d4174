import type { Callback } from '../../schema/operation.ts';
import { bodyOf, type Context, responsesOf } from './contents.ts';
import { asText, defined, objectEntries } from './json.ts';
import { operationsOf } from './path-items.ts';
import { describedAs } from './text.ts';

/** The requests that an API sends to its client, in the order of the file; undefined if there are none. */
export function callbacksOf(
  value: unknown,
  file: string,
  context: Context,
): readonly Callback[] | undefined {
  const { references } = context;
  const found: Callback[] = [];
  for (const [name, entry] of objectEntries(value)) {
    const callback = references.follow(entry, file);
    for (const [url, path] of objectEntries(callback?.value)) {
      const item =
        url.startsWith('x-') || !callback ? undefined : references.follow(path, callback.file);
      if (!item) continue;
      for (const [method, operation] of operationsOf(item.value)) {
        // The client receives what the API sends.
        const body = bodyOf(operation.requestBody, item.file, context, 'response');
        found.push({
          name,
          method: method.toUpperCase(),
          url,
          deprecated: operation.deprecated === true,
          responses: responsesOf(operation.responses, item.file, context),
          ...defined({
            summary: asText(operation.summary) ?? asText(item.value.summary),
            description: describedAs(operation.description) ?? describedAs(item.value.description),
            body: body?.shown,
          }),
        });
      }
    }
  }
  return found.length > 0 ? found : undefined;
}
