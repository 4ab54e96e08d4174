/** A variable used on pages as `{{name}}` (document 3, variables; S3-56 … S3-58). */
export interface Variable {
  readonly name: string;
  readonly type: 'string' | 'select' | 'secret' | 'computed';
  readonly label?: string;
  readonly description?: string;
  readonly defaultValue?: string;
  readonly options?: readonly string[];
  readonly expression?: string;
}
