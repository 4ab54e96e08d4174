import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConfigFile } from '../../schema/config/file.ts';
import type { NoticeTools } from '../site/layout/problem-notice.tsx';
import type { SourceTree } from '../source/read.ts';
import { type EditorName, editorAddress } from './editors.ts';

/** The files of a site for those who look at a notice. */
export function noticeTools(
  dir: string,
  tree: () => SourceTree,
  editor: EditorName | undefined,
): NoticeTools {
  return {
    textOf: (file) => {
      const known = tree().texts.get(file)?.text;
      if (known !== undefined || !isConfigFile(file)) return known;
      try {
        return readFileSync(join(dir, file), 'utf8');
      } catch {
        // Deleted in the meantime; the next build reports it.
        return undefined;
      }
    },
    open: (file, at) =>
      editor && existsSync(join(dir, file))
        ? editorAddress(editor, join(dir, file), at)
        : undefined,
  };
}
