import { readFileSync } from 'node:fs';
import type { ModelAddress } from '../../pipeline/net/model.ts';
import { readModelAddress } from '../../pipeline/net/model-address.ts';
import { messageOf } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { Unsupported } from './citing/cite.ts';
import { cannedName } from './model/canned.ts';
import { type Catalogue, readCatalogue } from './model/catalogue.ts';

/** What the operator says about the assistant. */
export interface ChatSettings {
  /** Where the language model is, or answers that need none; without it the assistant quotes. */
  readonly chat?: ModelAddress | 'canned';
  /** Other models that a `docs.json` may name; an id that is not in it is sent as written. */
  readonly models?: Catalogue;
  /** Days that conversations are kept. */
  readonly retention?: number;
  /** Tokens a month for organizations whose plan has no limit of its own; unlimited when it is left out. */
  readonly chatTokens?: number;
  /** Words that are not to be asked about. */
  readonly denied?: readonly string[];
  /** What happens to sentences that no page contains; they are marked when it is left out. */
  readonly unsupported?: Unsupported;
  /** Origins of static hosts whose pages may ask this server. */
  readonly origins?: readonly string[];
}

/**
 * Reads `OPENAI_BASE_URL`, `OPENAI_API_KEY`, `DOCENT_CHAT_MODEL` and related variables. The model's
 * name decides: an API key that happens to be in the environment sends nothing anywhere, nor does a
 * model that is only set in a `docs.json`. @throws an `Error` of one sentence for an invalid value
 */
export function readChatSettings(
  environment: Readonly<Record<string, string | undefined>>,
  readText: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): ChatSettings {
  const denied = partsOf(environment.DOCENT_CHAT_DENIED);
  const origins = partsOf(environment.DOCENT_ORIGINS).map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
    throw new Error(
      `Unexpected value of DOCENT_ORIGINS: "${text}", expected an origin such as https://docs.example.com.`,
    );
  });
  const retention = countOf(environment, 'DOCENT_CHAT_RETENTION', {
    ...{ digits: 5, expected: 'a number of days such as 180' },
  });
  const chatTokens = countOf(environment, 'DOCENT_CHAT_TOKENS', {
    ...{ digits: 15, expected: 'a number of tokens such as 5000000' },
  });
  const unsupported = unsupportedOf(environment.DOCENT_CHAT_UNSUPPORTED);
  const words = {
    ...(unsupported ? { unsupported } : {}),
    ...(denied.length > 0 ? { denied } : {}),
    ...(origins.length > 0 ? { origins } : {}),
    ...given({ retention, chatTokens }),
  };
  if (environment.DOCENT_CHAT_MODEL === cannedName) return { chat: cannedName, ...words };
  const chat = readModelAddress(environment, 'DOCENT_CHAT_MODEL');
  if (!chat) return words;
  const models = catalogueAt(environment.DOCENT_MODELS, readText, (text) =>
    readCatalogue(text, { baseUrl: chat.baseUrl, apiKey: chat.apiKey }, environment),
  );
  return { chat, ...(models ? { models } : {}), ...words };
}

function catalogueAt(
  file: string | undefined,
  readText: (file: string) => string,
  read: (text: string) => Catalogue,
): Catalogue | undefined {
  if (!file) return undefined;
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    throw new Error(`Can't read the file in DOCENT_MODELS: ${messageOf(error)}`);
  }
  return read(text);
}

function unsupportedOf(text: string | undefined): Unsupported | undefined {
  if (!text) return undefined;
  if (text === 'mark' || text === 'drop') return text;
  throw new Error(`Unexpected value of DOCENT_CHAT_UNSUPPORTED: "${text}", expected mark or drop.`);
}

/** A whole number above 0 of at most so many digits. */
function countOf(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  { digits, expected }: { readonly digits: number; readonly expected: string },
): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const count = Number(text);
  if (/^\d+$/.test(text) && text.length <= digits && count > 0) return count;
  throw new Error(`Unexpected value of ${name}: "${text}", expected ${expected}.`);
}

function partsOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}
