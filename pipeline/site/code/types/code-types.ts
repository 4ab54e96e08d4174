/** What a compiler says of a block of code; places count lines and UTF-16 units from 0. */
export interface CodeTypes {
  /** The code without the comments that ask for something. */
  readonly code: string;
  /** For each line that was written, where it is in `code`: -1 for a line that is not shown. */
  readonly lines: readonly number[];
  readonly hovers: readonly Hover[];
  readonly notes: readonly Note[];
  /** Errors that no comment expects: the author sees them, readers don't. */
  readonly faults: readonly Fault[];
}

/** A name in the code and its type. */
export interface Hover {
  readonly line: number;
  readonly character: number;
  readonly length: number;
  readonly text: string;
}

/** A line that is shown below one of the code. */
export interface Note {
  readonly kind: 'type' | 'completions' | 'error' | 'tag';
  readonly line: number;
  readonly character: number;
  /** What of the line it is about; 0 for a place between two letters. */
  readonly length: number;
  readonly text: string;
}

/** An error in the code, at a line as it was written. */
export interface Fault {
  readonly line: number;
  readonly text: string;
}

/** A block of code to be typed. */
export interface TypedCode {
  readonly code: string;
  readonly language: 'ts' | 'tsx' | 'js' | 'jsx';
  /** The site's folder, whose packages it may import. */
  readonly dir?: string | undefined;
}
