/** The chat assistant (document 3, assistant). */
export interface Assistant {
  readonly enabled: boolean;
  readonly name: string;
  readonly greeting?: string;
  readonly model: string;
  readonly systemPrompt?: string;
  readonly suggestedQuestions: readonly string[];
  readonly position: 'bottom-right' | 'bottom-left';
  readonly theme: {
    /** Absent means the primary colour. */
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
