import type { OperationServer } from '../../../../schema/operation.ts';
import type { Words } from '../../words.ts';
import { usePage } from '../page-context.ts';

/** The base URLs of an operation, with the values of their variables. */
export function Servers(props: {
  readonly servers: readonly OperationServer[];
  readonly labels: Words['api'];
}) {
  const { servers, labels } = props;
  const page = usePage();
  if (servers.every(({ url }) => url === '/')) return null;
  return (
    <dl class="endpoint-facts endpoint-servers">
      <dt>{labels.servers}</dt>
      {servers.map((server) => (
        <dd key={server.template ?? server.url}>
          <code dir="ltr">{server.template ?? server.url}</code>
          {server.description && (
            <>
              {' '}
              <bdi>{page.markdown(server.description)}</bdi>
            </>
          )}
          {server.variables?.map((variable) => (
            <p class="field-fact" key={variable.name}>
              <code dir="ltr">{`{${variable.name}}`}</code>:{' '}
              {(variable.enum ?? [variable.default]).map((value, index) => (
                <span key={value}>
                  {index > 0 && ', '}
                  <code dir="ltr">{value}</code>
                  {value === variable.default && ` (${labels.default})`}
                </span>
              ))}
              {variable.description && (
                <>
                  {' '}
                  – <bdi>{page.markdown(variable.description)}</bdi>
                </>
              )}
            </p>
          ))}
        </dd>
      ))}
    </dl>
  );
}
