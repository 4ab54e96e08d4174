import { Icon } from '../parts/icon.tsx';
import { Badge } from '../parts/small.tsx';
import { many } from '../words.ts';
import type { Finding } from './check-text.ts';
import type { Checked } from './checker.ts';

/** More than anyone fixes at a time. */
const most = 100;

const tones = { error: 'bad', warning: 'wait', note: 'info' } as const;
const names = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

/** `2 errors, 1 warning`; undefined when there is nothing to say. */
function summary(findings: readonly Finding[]): string | undefined {
  const parts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const count = findings.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [many(count, severity)];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** What was found, as a sentence with its end. */
export function sentence(reason: string): string {
  return /[.?!]$/.test(reason) ? reason : `${reason}.`;
}

/** Everything that is wrong, in the order of the text; each leads to its place. */
export function Findings({
  checked,
  onOpen,
}: {
  readonly checked: Checked | undefined;
  readonly onOpen: (finding: Finding) => void;
}) {
  const findings = [...(checked?.findings ?? [])].sort((a, b) => a.from - b.from);
  return (
    <section class="findings" aria-label="Problems">
      <p class="findings-head" role="status">
        {checked === undefined ? (
          'Checking…'
        ) : findings.length === 0 ? (
          <>
            <Icon name="done" /> No problems. Pages and files that it names are checked by a build.
          </>
        ) : (
          summary(findings)
        )}
      </p>
      {findings.length > 0 && (
        <ul>
          {findings.slice(0, most).map((finding) => (
            <li key={`${finding.from} ${finding.code} ${finding.reason}`}>
              <button type="button" class="finding" onClick={() => onOpen(finding)}>
                <Badge tone={tones[finding.severity]}>{names[finding.severity]}</Badge>
                <span>
                  {sentence(finding.reason)} <span class="muted">{finding.note}</span>
                </span>
                <span class="muted finding-place">
                  {finding.line}:{finding.column}
                </span>
              </button>
            </li>
          ))}
          {findings.length > most && <li class="muted">{many(findings.length - most, 'more')}</li>}
        </ul>
      )}
    </section>
  );
}
