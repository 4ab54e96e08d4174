import type { MoreSampleLanguage } from '../../schema/config/sample-languages.ts';
import { kotlin } from './sample-kotlin.ts';
import { powershell } from './sample-powershell.ts';
import { rust } from './sample-rust.ts';
import { swift } from './sample-swift.ts';
import type { Writer } from './sample-writer.ts';

/** Writers of the languages that sites name; a browser loads them only for a site that does. */
export const moreWriters: Readonly<Record<MoreSampleLanguage, Writer>> = {
  kotlin: { label: 'Kotlin', highlighter: 'kotlin', write: kotlin },
  swift: { label: 'Swift', highlighter: 'swift', write: swift },
  rust: { label: 'Rust', highlighter: 'rust', write: rust },
  powershell: { label: 'PowerShell', highlighter: 'powershell', write: powershell },
};
