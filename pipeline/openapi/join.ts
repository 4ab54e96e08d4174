import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Operation } from '../../schema/operation.ts';
import type { Frontmatter, Page } from '../../schema/site.ts';
import { readFields } from './front.ts';
import { defined } from './json.ts';
import { manualOperation } from './manual.ts';
import { type DescribedOperation, readModel } from './operations.ts';
import { placeOfWords, problem } from './problems.ts';
import type { Description, Descriptions } from './read.ts';
import { ambiguous, type Found, find, missing, type Shelf, unreadWith } from './shelves.ts';
import { kindOf, parseChannel, parseEntry, schemaSource } from './sources.ts';
import { leadOf } from './text.ts';

/** Pages of files that name an operation, a schema or an endpoint of their own. */
export function joinPages(input: {
  readonly config: Config;
  readonly descriptions: Descriptions;
  readonly pages: ReadonlyMap<string, Page>;
  readonly shelves: ReadonlyMap<string, Shelf>;
  readonly problems: Problem[];
  readonly made: Map<string, Page>;
  /** Called for what a description would have that can't be read. */
  readonly leaveOut: (source: string, key: string) => void;
}): ReadonlyMap<DescribedOperation, string> {
  const { config, descriptions, pages, shelves, problems, made } = input;
  const joined = new Map<DescribedOperation, string>();
  const preferred = [...descriptions.listed];
  for (const page of pages.values()) {
    const { openapi, asyncapi, api } = page.frontmatter;
    const model = page.frontmatter['openapi-schema'];
    const file = page.file.path;
    const report = (found: Problem) => {
      const place = placeOfWords(page.file.text, openapi ?? asyncapi ?? model ?? api ?? '');
      problems.push(place ? { ...found, place } : found);
    };
    if (openapi || asyncapi?.trim()) {
      const entry = openapi ? parseEntry(openapi, file) : parseChannel(asyncapi ?? '', file);
      if (!entry) {
        report(
          problem('openapi-entry', file, {
            reason: `Invalid openapi: ${openapi}, expected METHOD /path.`,
            ...defined({ actual: openapi }),
            expected: ['GET /path', 'openapi.json GET /path', 'openapi.json webhook name'],
            note: 'Write the method, a space and the path, as in the description.',
          }),
        );
        continue;
      }
      const named = entry.source ? [descriptions.named(entry.source)] : [];
      let found = find(entry.key, named, shelves);
      if (found.length > 1 && preferred.length > 0) {
        const inPreferred = find(entry.key, preferred, shelves);
        if (inPreferred.length > 0) found = inPreferred;
      }
      if (found.length > 1) found = nearest(found, page);
      const [first] = found;
      if (!first) {
        const unread = unreadWith(entry.key, named, { ...input, kind: kindOf(entry) });
        if (unread) input.leaveOut(unread, entry.key);
        else report(missing(entry.key, named, shelves, file));
        continue;
      }
      if (found.length > 1) report(ambiguous(entry.key, found, file));
      made.set(page.path, joinPage(page, first.entry, first.shelf.description));
      if (!joined.has(first.entry)) joined.set(first.entry, page.path);
    } else if (model) {
      const operation = findModel(model, { ...input, file, report });
      if (operation) {
        const source = shelves.get(operation.source)?.description;
        made.set(page.path, withOperation(page, operation, source));
      }
    } else if (api) {
      const manual = manualOperation(page, config);
      if ('operation' in manual) made.set(page.path, withOperation(page, manual.operation));
      else report(manual.problem);
    }
  }
  return joined;
}

/** Of several descriptions with the operation, those in the page's own top folder, if any. */
function nearest(found: readonly Found[], page: Page): readonly Found[] {
  const top = page.path.split('/')[0];
  const near = found.filter(({ shelf }) => shelf.description.source.split('/')[0] === top);
  return near.length > 0 ? near : found;
}

function findModel(
  text: string,
  given: {
    readonly descriptions: Descriptions;
    readonly shelves: ReadonlyMap<string, Shelf>;
    readonly file: string;
    readonly report: (problem: Problem) => void;
    readonly leaveOut: (source: string, key: string) => void;
  },
): Operation | undefined {
  const { descriptions, shelves, file, report } = given;
  const source = schemaSource(text, file);
  const name = text.trim().split(/\s+/).at(-1) ?? '';
  const searched = source
    ? [descriptions.named(source)]
    : [...descriptions.listed, ...shelves.keys()];
  const all = [...new Set(searched)].flatMap((key) => {
    const shelf = shelves.get(key);
    return shelf ? (readModel(shelf.description, name) ?? []) : [];
  });
  const listed = all.filter((model) => descriptions.listed.has(model.source));
  const models = listed.length > 0 ? listed : all;
  if (models.length > 1) {
    report(
      problem('openapi-ambiguous', file, {
        severity: 'note',
        reason: `The schema ${name} is defined in ${models.length} descriptions: ${models.map((model) => model.source).join(', ')}.`,
        actual: text,
        expected: models.map((model) => `${model.source} ${name}`),
        note: 'The first one is shown; to choose another, put its description before the name.',
      }),
    );
  }
  const [model] = models;
  const unread = descriptions.unreadAmong(source ? searched : [], 'openapi');
  if (!model && unread) given.leaveOut(unread, `schema ${name}`);
  else if (!model) {
    report(
      problem('openapi-schema-missing', file, {
        reason: `No API description has a schema named ${name}.`,
        actual: text,
        note: 'Use the name of a schema under components.',
      }),
    );
  }
  return model;
}

/** A page of a file with the operation that its front matter names. */
export function joinPage(page: Page, entry: DescribedOperation, description: Description): Page {
  const operation = withOwnExamples(entry.operation, page.file.text);
  return withOperation(withNames(page, entry), operation, description);
}

/** A page that its author gave no title has the names that the description gives to its page (`x-mint.metadata`). */
function withNames(page: Page, { metadata }: DescribedOperation): Page {
  if (page.frontmatter.title !== undefined) return page;
  const { title, sidebarTitle, description } = readFields(metadata);
  return {
    ...page,
    frontmatter: { ...defined({ title, sidebarTitle, description }), ...page.frontmatter },
  };
}

/** The operation without the samples and examples that the text of its page has instead. */
function withOwnExamples(operation: Operation, text: string): Operation {
  const samples = text.includes('<RequestExample') ? [] : operation.samples;
  if (!text.includes('<ResponseExample')) return { ...operation, samples };
  const responses = operation.responses.map(({ contents, ...response }) => ({
    ...response,
    contents: contents.map((content) => ({ ...content, examples: [] })),
  }));
  return { ...operation, samples, responses };
}

function withOperation(page: Page, operation: Operation, description?: Description): Page {
  const { frontmatter } = page;
  const title = frontmatter.title ?? operation.summary;
  const lead = frontmatter.description ? undefined : leadOf(operation.description);
  const front: Frontmatter = {
    ...frontmatter,
    ...defined({
      title,
      description: frontmatter.description ?? lead?.lead,
      deprecated: frontmatter.deprecated ?? (operation.deprecated || undefined),
    }),
  };
  return {
    ...page,
    frontmatter: front,
    title: title ?? page.title,
    operation: withRest(operation, lead),
    uses: description ? [...new Set([...page.uses, ...description.documents.keys()])] : page.uses,
  };
}

/** The description without the paragraph shown below the title. */
export function withRest(operation: Operation, lead: ReturnType<typeof leadOf>): Operation {
  if (!lead) return operation;
  const { description: _, ...rest } = operation;
  return lead.rest === '' ? rest : { ...rest, description: lead.rest };
}
