import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, cssColor, flag, list, object, text } from './field.ts';
import type { Written } from './written.ts';
/** The chat assistant. */
export interface Assistant {
  readonly enabled: boolean;
  readonly name: string;
  readonly greeting?: string;
  readonly model: string;
  /** Whether `docs.json` sets the model: it is only used then, and on a plan that allows it. */
  readonly namesModel: boolean;
  readonly systemPrompt?: string;
  readonly suggestedQuestions: readonly string[];
  readonly position: 'bottom-right' | 'bottom-left';
  readonly theme: {
    /** Default: the primary colour. */
    readonly accentColor?: string;
    readonly icon: 'sparkle' | 'chat' | 'bot' | 'search';
  };
  readonly contactSupport: {
    readonly enabled: boolean;
    readonly email?: string;
    readonly label: string;
  };
  readonly deflection: {
    readonly enabled: boolean;
    readonly supportEmail?: string;
    readonly showHelpButton: boolean;
  };
}

/** Models that have been tested; the first is the default, any other id is accepted. */
export const knownModels = [
  'openai/gpt-4.1-mini',
  'openai/gpt-4.1',
  'openai/gpt-4o',
  'anthropic/claude-sonnet-4',
  'google/gemini-2.5-flash',
  'mistral/mistral-large',
] as const;

/** Schema of `assistant`. */
export const assistantSchema: JsonSchema = object('The chat that answers from the pages.', {
  enabled: flag('Shows the assistant.', { default: true }),
  name: text('Its name.', { default: 'AI Assistant' }),
  greeting: text('Greeting in an empty chat.'),
  model: text('Model id, `<provider>/<model-name>`; requires the Enterprise plan.', {
    default: knownModels[0],
    examples: [...knownModels],
  }),
  systemPrompt: text("Added after the built-in rules; can't override them.", { maxLength: 2000 }),
  suggestedQuestions: list('Questions suggested in an empty chat.', text('Question.'), {
    maxItems: 4,
  }),
  position: choice('Position of the button.', ['bottom-right', 'bottom-left'], {
    default: 'bottom-right',
  }),
  theme: object('Appearance.', {
    accentColor: cssColor('Accent colour (default: the primary colour).'),
    icon: choice('Icon of the button.', ['sparkle', 'chat', 'bot', 'search'], {
      default: 'sparkle',
    }),
  }),
  contactSupport: object('A link to human support.', {
    enabled: flag('Shows the link.', { default: false }),
    email: text('Email address of the support.', { format: 'email' }),
    label: text('Text of the link.', { default: 'Contact support' }),
  }),
  deflection: object('Offers support after an unhelpful answer.', {
    enabled: flag('Turns the offer on.', { default: false }),
    supportEmail: text('Email address (default: `contactSupport.email`).', { format: 'email' }),
    showHelpButton: flag('Shows a help button.', { default: false }),
  }),
});

/** `assistant` with its defaults. */
export function readAssistant(written: Written<Assistant> = {}): Assistant {
  const { theme, contactSupport, deflection } = written;
  return given({
    enabled: written.enabled ?? true,
    name: written.name ?? 'AI Assistant',
    greeting: written.greeting,
    model: written.model ?? knownModels[0],
    namesModel: written.model !== undefined,
    systemPrompt: written.systemPrompt,
    suggestedQuestions: written.suggestedQuestions ?? [],
    position: written.position ?? 'bottom-right',
    theme: given({ accentColor: theme?.accentColor, icon: theme?.icon ?? 'sparkle' }),
    contactSupport: given({
      enabled: contactSupport?.enabled ?? false,
      email: contactSupport?.email,
      label: contactSupport?.label ?? 'Contact support',
    }),
    deflection: given({
      enabled: deflection?.enabled ?? false,
      supportEmail: deflection?.supportEmail ?? contactSupport?.email,
      showHelpButton: deflection?.showHelpButton ?? false,
    }),
  });
}
