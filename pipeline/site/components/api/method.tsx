import { type ComponentChildren, Fragment } from 'preact';

const coloured = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** A method as a chip; any label is allowed, the known ones have a colour. */
export function MethodChip({ method }: { readonly method: string }) {
  const label = method.trim().toUpperCase();
  if (label === '') return null;
  const kind = label.toLowerCase();
  return (
    <span class="dc-method method-pill" data-method={coloured.has(kind) ? kind : 'other'} dir="ltr">
      {label}
    </span>
  );
}

/** A path that may break behind its slashes, with its parameters set apart. */
function PathText({ path }: { readonly path: string }) {
  const parts = path.split(/(?<=[/?&])/);
  return (
    <code class="endpoint-path" dir="ltr">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part.split(/(\{[^{}]*\})/).map((piece, at) =>
            at % 2 === 1 ? (
              <span key={at} class="endpoint-param">
                {piece}
              </span>
            ) : (
              piece
            ),
          )}
        </Fragment>
      ))}
    </code>
  );
}

/** Method, path and a button that copies the path with its server. */
export function EndpointLine(props: {
  readonly method: string;
  readonly path: string;
  readonly server?: string | undefined;
  readonly copyLabel: string;
  /** Buttons at the end of the line. */
  readonly children?: ComponentChildren;
}) {
  const server = props.server && props.server !== '/' ? props.server : '';
  return (
    <div class="endpoint-line">
      <MethodChip method={props.method} />
      <PathText path={props.path} />
      <button
        type="button"
        class="endpoint-copy"
        data-address={`${server}${props.path}`}
        aria-label={props.copyLabel}
      >
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false">
          <path
            fill="none"
            stroke="currentColor"
            stroke-width="2"
            stroke-linecap="round"
            stroke-linejoin="round"
            d="M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2h10a2 2 0 0 1 2 2"
          />
        </svg>
      </button>
      {props.children}
    </div>
  );
}
