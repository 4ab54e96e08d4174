/** Languages of the site (document 3, i18n). */
export interface I18n {
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly translationStyle: 'formal' | 'informal';
  readonly translateCodeComments: boolean;
  readonly blockDeployOnTranslation: boolean;
}
