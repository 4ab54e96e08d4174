import type { Operation, SecurityScheme, SecurityUse } from '../../../../schema/operation.ts';
import { usePage } from '../page-context.ts';
import { Described } from './described.tsx';
import { FieldRow } from './field.tsx';
import { anchor, type View } from './fields-view.tsx';
import { Section } from './section.tsx';

/** The ways to authenticate: the rows of the only one, or each way in a box. */
export function Authorization(props: { readonly operation: Operation; readonly view: View }) {
  const { operation, view } = props;
  const { labels } = view;
  if (operation.security.length === 0) return null;
  const ways =
    operation.ways ?? operation.security.map(({ name }) => [{ scheme: name, scopes: [] }]);
  const [only] = ways;
  if (ways.length < 2 && only) {
    return (
      <Section word="authorization">
        <Way uses={only} operation={operation} view={view} />
      </Section>
    );
  }
  return (
    <Section word="authorization">
      <p class="field-fact">{labels.oneOf}:</p>
      <div class="auth-ways">
        {ways.map((uses, index) => (
          <div class="auth-way" key={index}>
            {uses.length === 0 ? (
              <p class="field-fact">{labels.noAuth}</p>
            ) : (
              <Way uses={uses} operation={operation} view={view} />
            )}
          </div>
        ))}
      </div>
    </Section>
  );
}

function Way(props: {
  readonly uses: readonly SecurityUse[];
  readonly operation: Operation;
  readonly view: View;
}) {
  const { uses, operation, view } = props;
  return (
    <>
      {uses.map((use) => {
        const scheme = operation.security.find(({ name }) => name === use.scheme);
        return scheme && <Scheme key={use.scheme} scheme={scheme} use={use} view={view} />;
      })}
    </>
  );
}

function Scheme(props: {
  readonly scheme: SecurityScheme;
  readonly use: SecurityUse;
  readonly view: View;
}) {
  const page = usePage();
  const { scheme, use, view } = props;
  const shown = shownAs(scheme);
  return (
    <FieldRow
      name={shown.name}
      id={page.headingId(shown.name, `authorization-${anchor(shown.name)}`)}
      type={shown.type}
      place={shown.place}
      labels={view.labels}
    >
      {scheme.description && <Described text={scheme.description} />}
      {scheme.flows?.map((flow) => (
        <p class="field-fact" dir="ltr" key={flow.type}>
          {flow.type}:{' '}
          {[flow.authorizationUrl, flow.tokenUrl]
            .filter((url) => url !== undefined)
            .map((url, index) => (
              <span key={url}>
                {index > 0 && ' → '}
                <code>{url}</code>
              </span>
            ))}
        </p>
      ))}
      {scheme.openIdConnectUrl && (
        <p class="field-fact" dir="ltr">
          <code>{scheme.openIdConnectUrl}</code>
        </p>
      )}
      {use.scopes.length > 0 && (
        <div class="field-fact">
          {view.labels.scopes}:
          <ul>
            {use.scopes.map(({ name, description }) => (
              <li key={name}>
                <code dir="ltr">{name}</code>
                {description && (
                  <>
                    {' '}
                    <bdi>{page.markdown(description)}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FieldRow>
  );
}

function shownAs(scheme: SecurityScheme) {
  if (scheme.type === 'apiKey') {
    return { name: scheme.parameter ?? scheme.name, type: 'API key', place: scheme.in ?? 'header' };
  }
  const kinds = { oauth2: 'OAuth 2.0', openIdConnect: 'OpenID Connect', mutualTLS: 'mutual TLS' };
  if (scheme.type === 'http') {
    const basic = scheme.scheme === 'basic';
    const type = basic ? 'Basic' : scheme.scheme === 'bearer' ? 'Bearer' : (scheme.scheme ?? '');
    return { name: 'Authorization', type, place: 'header' };
  }
  if (scheme.type === 'other') return { name: scheme.name, type: scheme.label ?? '' };
  if (scheme.type === 'mutualTLS') return { name: scheme.name, type: kinds.mutualTLS };
  return { name: 'Authorization', type: kinds[scheme.type], place: 'header' };
}
