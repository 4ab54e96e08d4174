import type { ModelAddress } from './model.ts';

/**
 * Where the model is that a variable names: at `OPENAI_BASE_URL` with `OPENAI_API_KEY`. Undefined when no
 * model is named: a key that happens to be in the environment sends nothing anywhere.
 * @throws an `Error` of one sentence when the address is missing or wrong
 */
export function readModelAddress(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
  model = environment[variable],
): ModelAddress | undefined {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = environment;
  if (!model) return undefined;
  if (!baseUrl && !apiKey) {
    throw new Error(
      `${variable} is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is. Set one of them, or unset ${variable}.`,
    );
  }
  if (baseUrl && !(/^https?:\/\//.test(baseUrl) && URL.canParse(baseUrl))) {
    throw new Error(
      `Unexpected value of OPENAI_BASE_URL: "${baseUrl}", expected a URL such as http://localhost:11434/v1.`,
    );
  }
  return {
    baseUrl: baseUrl || 'https://api.openai.com/v1',
    // Local servers need none, but the package requires a value.
    apiKey: apiKey || 'none',
    model,
  };
}
