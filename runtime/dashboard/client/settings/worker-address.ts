/** The policy under which the page trusts the address of its worker. */
export const workerPolicy = 'docent-worker';

interface Policies {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => { readonly createScriptURL: (address: string) => unknown };
}

let policy: ReturnType<Policies['createPolicy']> | undefined;

/** The address of the worker that checks a `docs.json`, in the form that the page's policy asks for. */
export function workerAddress(): string {
  const address = document.documentElement.dataset.checkWorker ?? '';
  const { trustedTypes } = window as { readonly trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy(workerPolicy, {
    createScriptURL: (asked) => {
      if (asked === address) return asked;
      throw new TypeError('Only the worker of the settings is trusted.');
    },
  });
  return (policy?.createScriptURL(address) ?? address) as string;
}
