import type { Binding } from '../../../../schema/operation.ts';
import { wordsOf } from '../../words.ts';
import { usePage } from '../page-context.ts';

/** One small table for each protocol. */
export function Bindings(props: {
  readonly bindings: readonly Binding[];
  /** A heading says already what they are. */
  readonly titled?: boolean;
}) {
  const page = usePage();
  const { channels } = wordsOf(page.page.language);
  return (
    <>
      {props.bindings.map(({ protocol, rows }) => (
        <table class="dc-bindings" key={protocol}>
          <caption>
            {props.titled ? '' : `${channels.bindings}: `}
            <span dir="ltr">{protocol}</span>
          </caption>
          <tbody>
            {rows.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row" dir="ltr">
                  {name}
                </th>
                <td>
                  <code dir="ltr">{value}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}
