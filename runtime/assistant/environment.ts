import type { ModelAddress } from '../../pipeline/model.ts';

/** What the operator says about the assistant. */
export interface ChatSettings {
  /** Where the language model is; without one the assistant quotes. */
  readonly chat?: ModelAddress;
  /** Words that are not to be asked about (S2-71). */
  readonly denied?: readonly string[];
  /** Origins of static hosts whose pages may ask this server (S2-60). */
  readonly origins?: readonly string[];
}

/**
 * Reads `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `DOCENT_CHAT_MODEL`. The model's name decides: a key that
 * happens to be in the environment sends nothing anywhere.
 */
export function readChatSettings(
  environment: Readonly<Record<string, string | undefined>>,
): ChatSettings {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, DOCENT_CHAT_MODEL, DOCENT_CHAT_DENIED } = environment;
  const denied = partsOf(DOCENT_CHAT_DENIED);
  const origins = partsOf(environment.DOCENT_ORIGINS).map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
    throw new Error(
      `Unexpected origin "${text}" in DOCENT_ORIGINS, expected one such as https://docs.example.com.`,
    );
  });
  const words = {
    ...(denied.length > 0 ? { denied } : {}),
    ...(origins.length > 0 ? { origins } : {}),
  };
  if (!DOCENT_CHAT_MODEL) return words;
  if (!OPENAI_BASE_URL && !OPENAI_API_KEY) {
    throw new Error(
      'DOCENT_CHAT_MODEL is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL: say where the model is, or unset it.',
    );
  }
  if (OPENAI_BASE_URL && !/^https?:\/\//.test(OPENAI_BASE_URL)) {
    throw new Error(
      `Unexpected OPENAI_BASE_URL "${OPENAI_BASE_URL}", expected an address such as http://localhost:11434/v1.`,
    );
  }
  return {
    chat: {
      baseUrl: OPENAI_BASE_URL || 'https://api.openai.com/v1',
      // Servers on one's own machine want none, the package wants any.
      apiKey: OPENAI_API_KEY || 'none',
      model: DOCENT_CHAT_MODEL,
    },
    ...words,
  };
}

function partsOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}
