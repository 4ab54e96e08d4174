/** What the dialog asks. */
export interface SearchQuestion {
  readonly query: string;
  readonly language?: string;
  readonly version?: string;
  readonly product?: string;
  readonly limit: number;
}

/** A section that was found. */
export interface SearchHit {
  readonly url: string;
  readonly trail: readonly string[];
  readonly snippet: {
    readonly text: string;
    readonly marks: readonly (readonly [number, number])[];
  };
}

/** A page that was found. */
export interface SearchPage {
  readonly url: string;
  readonly title: string;
  readonly breadcrumbs: readonly string[];
  readonly language: string;
  readonly version: string;
  readonly product: string;
  readonly sections: readonly SearchHit[];
}

export interface SearchAnswer {
  readonly results: readonly SearchPage[];
  readonly total: number;
  readonly language: string;
}

/** Versions and products of one language's pages. */
export interface SearchChoices {
  readonly versions: readonly string[];
  readonly products: readonly string[];
}

/** Where answers come from, and what can be chosen between. */
export interface SearchSource {
  readonly kind: 'server' | 'files';
  readonly languages: readonly string[];
  /** Where the server counts searches; undefined if it does not. */
  readonly outcomes: string | undefined;
  readonly choicesOf: (language: string) => SearchChoices;
  readonly ask: (question: SearchQuestion, signal: AbortSignal) => Promise<SearchAnswer>;
}

/** `index.json` of the site; a server adds `api` and `outcomes`. */
interface Note {
  readonly api?: string;
  readonly outcomes?: string;
  readonly reader?: string;
  readonly languages?: Readonly<Record<string, string>>;
  readonly choices?: Readonly<Record<string, SearchChoices>>;
}

interface Reader {
  readonly openPieces: (
    note: Note,
    load: (name: string) => Promise<unknown>,
  ) => {
    readonly search: (question: SearchQuestion & { typing: boolean }) => Promise<SearchAnswer>;
  };
}

/** Reads where the search is: on the server, or in the files of the site. */
export async function openSource(base: string): Promise<SearchSource> {
  const folder = `${base}/_docent/search`;
  const note = (await read(`${folder}/index.json`)) as Note;
  let files: Promise<ReturnType<Reader['openPieces']>> | undefined;
  const pieces = new Map<string, Promise<unknown>>();
  const load = (name: string): Promise<unknown> => {
    const piece = pieces.get(name) ?? read(`${folder}/${name}`);
    pieces.set(name, piece);
    // One that failed is fetched again at the next question.
    piece.catch(() => pieces.delete(name));
    return piece;
  };
  const inFiles = async (question: SearchQuestion): Promise<SearchAnswer> => {
    files ??= import(`${folder}/${note.reader}`).then((reader: Reader) =>
      reader.openPieces(note, load),
    );
    // As the server takes it.
    return (await files).search({ ...question, typing: true });
  };
  const api = note.api;
  return {
    kind: api === undefined ? 'files' : 'server',
    languages: Object.keys(note.languages ?? {}),
    outcomes: note.outcomes,
    choicesOf: (language) => note.choices?.[language] ?? { versions: [], products: [] },
    ask: async (question, signal) => {
      if (api === undefined) return inFiles(question);
      try {
        return await atServer(api, question, signal);
      } catch (fault) {
        // A server that is out of reach, or has a new index to make: the files are still there.
        if (signal.aborted || note.reader === undefined) throw fault;
        return inFiles(question);
      }
    },
  };
}

async function atServer(
  api: string,
  question: SearchQuestion,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { query, limit, ...rest } = question;
  const parameters = new URLSearchParams({ q: query, limit: String(limit) });
  for (const [name, value] of Object.entries(rest)) if (value) parameters.set(name, value);
  const { data } = (await read(`${api}?${parameters}`, signal)) as { data: SearchAnswer };
  return data;
}

async function read(address: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(address, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}
