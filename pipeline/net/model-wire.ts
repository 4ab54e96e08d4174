import type OpenAI from 'openai';
import { given } from '../../schema/given.ts';
import type {
  ModelAddress,
  ModelMessage,
  ModelRequest,
  ModelUsage,
  ToolDefinition,
} from './model.ts';
import { estimateTokens } from './tokens.ts';

/** The package is large: it is loaded where a model is, not by everything that may have one. */
export async function createClient(
  address: ModelAddress,
  timeout: number,
  maxRetries = 0,
): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    baseURL: address.baseUrl,
    apiKey: address.apiKey,
    timeout,
    maxRetries,
    logLevel: 'off',
  });
}

/** A request as the provider takes it. */
export function toWire(
  model: string,
  request: ModelRequest,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: request.messages.map(wireMessage),
    ...(request.tools?.length ? { tools: request.tools.map(wireTool) } : {}),
    ...given({ max_completion_tokens: request.maxOutputTokens, temperature: request.temperature }),
    ...(request.json ? { response_format: { type: 'json_object' } } : {}),
  };
}

function wireMessage(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  const { role, content } = message;
  if (role === 'tool') return { role, tool_call_id: message.callId, content };
  if (role !== 'assistant') return { role, content };
  if (!message.toolCalls?.length) return { role, content };
  return {
    role,
    content,
    tool_calls: message.toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

function wireTool({ name, description, parameters }: ToolDefinition): OpenAI.ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}

/** Tokens of an answer: the provider's count, or an estimate if it sent none. */
export function usageOf(
  reported: OpenAI.CompletionUsage | null | undefined,
  { messages }: ModelRequest,
  written: string,
): ModelUsage {
  if (reported) {
    const { prompt_tokens: input, completion_tokens: output } = reported;
    return { input, output, estimated: false };
  }
  const asked = messages.map((message) => message.content).join('\n');
  return { input: estimateTokens(asked), output: estimateTokens(written), estimated: true };
}
