import type { ModelAddress } from '../../pipeline/net/model.ts';
import { readModelAddress } from '../../pipeline/net/model-address.ts';
import { pseudoName } from '../../pipeline/translate/pseudo.ts';
import type { GitHubAddress } from '../git/github.ts';

/** Prices of a million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

/** What the operator says about translation. */
export interface TranslateSettings {
  /** Where the model is that translates, or test text that needs none; without it jobs are refused. */
  readonly translate?: ModelAddress | 'pseudo';
  /** Prices of a million tokens of requests and of answers. */
  readonly price?: TokenPrice;
  /** Where translations and settings are written to; without it that is refused. */
  readonly github?: GitHubAddress;
}

/**
 * Reads `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `DOCENT_TRANSLATE_MODEL`, of which the model's name decides,
 * and `GITHUB_TOKEN` with `GITHUB_API_URL` for an own GitHub server and `DOCENT_GIT_AUTHOR` for its commits.
 */
export function readTranslateSettings(
  environment: Readonly<Record<string, string | undefined>>,
): TranslateSettings {
  const token = environment.GITHUB_TOKEN;
  const baseUrl = environment.GITHUB_API_URL || 'https://api.github.com';
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new Error(
      `Unexpected value of GITHUB_API_URL: "${baseUrl}", expected a URL such as https://github.example.com/api/v3.`,
    );
  }
  const author = readAuthor(environment.DOCENT_GIT_AUTHOR);
  const translate =
    environment.DOCENT_TRANSLATE_MODEL === pseudoName
      ? pseudoName
      : readModelAddress(environment, 'DOCENT_TRANSLATE_MODEL');
  const price = readPrice(environment.DOCENT_TRANSLATE_PRICE);
  return {
    ...(price ? { price } : {}),
    ...(token ? { github: { token, baseUrl, ...(author ? { author } : {}) } } : {}),
    ...(translate ? { translate } : {}),
  };
}

function readPrice(text: string | undefined): TokenPrice | undefined {
  if (!text) return undefined;
  const [, input, output] = /^ *(\d+(?:\.\d+)?) *, *(\d+(?:\.\d+)?) *$/.exec(text) ?? [];
  if (input !== undefined && output !== undefined) {
    return { input: Number(input), output: Number(output) };
  }
  throw new Error(
    `Unexpected value of DOCENT_TRANSLATE_PRICE: "${text}", expected two prices of a million tokens, such as 0.15,0.6.`,
  );
}

function readAuthor(text: string | undefined): GitHubAddress['author'] {
  if (!text) return undefined;
  const [, name, email] = /^\s*([^<>]*[^<>\s])\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text) ?? [];
  if (name && email) return { name, email };
  throw new Error(
    `Unexpected value of DOCENT_GIT_AUTHOR: "${text}", expected a name and an email address such as "Docs Bot <docs@example.com>".`,
  );
}
