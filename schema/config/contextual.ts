/** An entry of the page menu (document 3, contextual; S3-61). */
export type ContextualOption =
  | 'copy'
  | 'view'
  | 'chatgpt'
  | 'claude'
  | 'perplexity'
  | 'mcp'
  | 'cursor'
  | 'vscode'
  | {
      readonly title: string;
      readonly description: string;
      readonly icon?: string;
      readonly href: string | { readonly base: string; readonly query: unknown };
    };

export interface Contextual {
  readonly options: readonly ContextualOption[];
}
