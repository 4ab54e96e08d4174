import type { AbiFunction, AbiParameter } from '../../../../schema/abi.ts';
import type { Place, Problem } from '../../../../schema/errors.ts';
import { directionOf } from '../../../../schema/languages.ts';
import { fillLabel } from '../../fill-label.ts';
import { functionsNamed, signatureOf, typeOf } from '../../web3/abi.ts';
import type { ContractCall } from '../../web3/call.ts';
import { chainName, explorerLink } from '../../web3/chains.ts';
import { isComposite, parseValue, WrongValueError, writtenValue } from '../../web3/values.ts';
import { wordsOf } from '../../words.ts';
import { type Props, text } from '../component.ts';
import { type PageContext, usePage } from '../page-context.ts';
import { contractOf } from './contract-of.ts';
import { HexValue } from './value.tsx';

/** A form that asks a function of a contract. */
export function ContractRead(props: Props) {
  return callForm(props, 'read');
}

/** A form that sends a transaction to a function of a contract. */
export function ContractWrite(props: Props) {
  return callForm(props, 'write');
}

/** How many names are listed when one is wrong. */
const mostNames = 20;

type Tell = (problem: Pick<Problem, 'ruleId' | 'reason' | 'actual' | 'expected' | 'note'>) => void;

function callForm(props: Props, kind: ContractCall['kind']) {
  const page = usePage();
  const place = props.place as Place | undefined;
  const tell: Tell = (problem) =>
    page.report({ severity: 'error', ...(place ? { place } : {}), ...problem });
  const found = contractOf(page, props);
  const abi = found && page.site.abis?.[found.name];
  const name = text(props.function) ?? '';
  const label = text(props.label);
  // What is missing was reported here, or where docs.json has it.
  const fallback = <code>{label ?? `${text(props.contract) ?? ''}.${name}`}</code>;
  if (!found || !abi) return fallback;
  const called = functionOf(functionsNamed(abi, name), { name, kind, contract: found.name, tell });
  if (called === undefined) {
    return fallback;
  }
  const { chain, address } = found;
  const { web3 } = page.site.config;
  if (kind === 'read' && web3.rpc[String(chain)] === undefined) {
    tell({
      ruleId: 'missing-rpc',
      reason: `No RPC address for ${chainName(chain).name} (${chain}), which ContractRead asks`,
      actual: String(chain),
      note: `Add web3.rpc.${chain} to docs.json.`,
    });
    return fallback;
  }
  const call: ContractCall = { kind, chain, address, function: called, errors: abi.errors };
  const written = argumentsOf(props.args, called.inputs, tell);
  page.feature('contracts');
  const title = label ?? called.name;
  const words = wordsOf(page.page.language).web3;
  return (
    <div class="web3-card" data-web3-call={JSON.stringify(call)}>
      <div class="web3-head">
        <p class="web3-title">{page.words(title)}</p>
        <span class="web3-network">{chainName(chain).name}</span>
      </div>
      <div class="web3-about">
        <code dir="ltr">{signatureOf(called)}</code>
        <HexValue
          kind="address"
          value={address}
          label={undefined}
          href={explorerLink(web3, chain, `address/${address}`)}
        />
      </div>
      <form class="web3-form" method="dialog" noValidate aria-label={title} autocomplete="off">
        {called.inputs.map((input, index) => (
          <Field key={input.name} input={input} index={index} value={written[index] ?? ''} />
        ))}
        {kind === 'write' && called.stateMutability === 'payable' ? (
          <Amount symbol={chainName(chain).symbol} value={amountOf(props.value, tell)} />
        ) : undefined}
        <div class="web3-actions">
          <button type="submit" class="web3-button">
            {kind === 'read' ? words.read : words.send}
          </button>
        </div>
        <p class="web3-needs-script">{words.needsScript}</p>
      </form>
      <div class="web3-status" role="status" />
      {kind === 'read' ? <div class="web3-output" /> : undefined}
    </div>
  );
}

/** The function that a name means, if it is one that the component can call. */
function functionOf(
  named: readonly AbiFunction[],
  asked: {
    readonly name: string;
    readonly kind: ContractCall['kind'];
    readonly contract: string;
    readonly tell: Tell;
  },
): AbiFunction | undefined {
  const { name, kind, contract, tell } = asked;
  const [first, second] = named;
  if (first === undefined) {
    const page = usePage();
    const all = page.site.abis?.[contract]?.functions.map((one) => one.name) ?? [];
    const names = [...new Set(all)].slice(0, mostNames);
    tell({
      ruleId: 'unknown-function',
      reason: `Contract "${contract}" has no function ${JSON.stringify(name)}${names.length > 0 ? `, expected one of ${names.join(', ')}` : ''}`,
      actual: name,
      ...(names.length > 0 ? { expected: names } : {}),
      note: 'Correct the name, or the ABI of the contract.',
    });
    return undefined;
  }
  if (second !== undefined) {
    const signatures = named.map(signatureOf);
    tell({
      ruleId: 'ambiguous-function',
      reason: `Contract "${contract}" has several functions "${name}", expected one of ${signatures.join(', ')}`,
      actual: name,
      expected: signatures,
      note: 'Write the function with the types of its inputs.',
    });
    return undefined;
  }
  const reads = first.stateMutability === 'view' || first.stateMutability === 'pure';
  if (reads === (kind === 'read')) return first;
  tell({
    ruleId: 'wrong-function',
    reason: reads
      ? `Function "${name}" of contract "${contract}" only reads, it needs no transaction`
      : `Function "${name}" of contract "${contract}" needs a transaction`,
    actual: name,
    note: `Use ${reads ? 'ContractRead' : 'ContractWrite'}.`,
  });
  return undefined;
}

/** What an author wrote as inputs, by their position: a list, or an object with their names. */
function argumentsOf(
  args: unknown,
  inputs: readonly AbiParameter[],
  tell: Tell,
): readonly string[] {
  if (args === undefined || args === null) return [];
  const isNamed = typeof args === 'object' && !Array.isArray(args);
  const names = isNamed ? Object.keys(args) : [];
  const unknown = names.filter((name) => !inputs.some((input) => input.name === name));
  const count = Array.isArray(args) ? args.length : isNamed ? 0 : 1;
  if (count > inputs.length || unknown.length > 0) {
    tell({
      ruleId: 'wrong-argument',
      reason: `Unexpected args ${unknown.join(', ') || `with ${count} values`}, expected ${inputs.length === 0 ? 'none' : inputs.map(describe).join(', ')}`,
      note: 'Write a list in the order of the inputs, or an object with their names.',
    });
    return [];
  }
  const fields = args as Readonly<Record<string, unknown>>;
  const list: readonly unknown[] = Array.isArray(args) ? args : [args];
  return inputs.map((input, index) => {
    const value = isNamed ? (input.name === '' ? undefined : fields[input.name]) : list[index];
    const written = writtenValue(value);
    if (value !== undefined) checkArgument(written, input, tell);
    return written;
  });
}

function checkArgument(written: string, input: AbiParameter, tell: Tell): void {
  try {
    parseValue(written, input);
  } catch (error) {
    if (!(error instanceof WrongValueError)) throw error;
    tell({
      ruleId: 'wrong-argument',
      reason: `Unexpected argument ${JSON.stringify(written.slice(0, 80))} for ${describe(input)}, expected a value of type ${error.type}`,
      actual: written.slice(0, 80),
      note: 'Correct it. Write integers that are longer than 15 digits as text.',
    });
  }
}

function describe(input: AbiParameter): string {
  return input.name === '' ? typeOf(input) : `${input.name} (${typeOf(input)})`;
}

/** An amount of the chain's currency such as `0.01`. */
function amountOf(value: unknown, tell: Tell): string {
  const written = writtenValue(value).trim();
  if (written === '' || /^\d+(?:\.\d{1,18})?$/.test(written)) return written;
  tell({
    ruleId: 'wrong-argument',
    reason: `Unexpected value ${JSON.stringify(written)}, expected an amount such as "0.01"`,
    actual: written,
    note: 'Write it in the currency of the chain, with a point.',
  });
  return '';
}

/** One input of the function. */
function Field({ input, index, value }: { input: AbiParameter; index: number; value: string }) {
  const page = usePage();
  const words = wordsOf(page.page.language).web3;
  const name = input.name.replace(/^_+/, '') || fillLabel(words.value, { number: index + 1 });
  const shared = { class: 'web3-input', name: String(index), dir: 'ltr' } as const;
  const control = (id: string) => {
    const described = { id, 'aria-describedby': `${id}-note` };
    if (input.type === 'bool') {
      return (
        <select {...shared} {...described}>
          {['true', 'false'].map((one) => (
            <option key={one} selected={one === value}>
              {one}
            </option>
          ))}
        </select>
      );
    }
    if (isComposite(input)) {
      return (
        <textarea {...shared} {...described} rows={3} spellcheck={false}>
          {value}
        </textarea>
      );
    }
    return <input {...shared} {...described} type="text" value={value} spellcheck={false} />;
  };
  const hint = isComposite(input)
    ? fillLabel(words.listHint, { example: leftToRight(exampleOf(input), page.page.language) })
    : undefined;
  return <Labelled page={page} name={name} type={typeOf(input)} hint={hint} control={control} />;
}

/** How much a transaction sends. */
function Amount({ symbol, value }: { symbol: string; value: string }) {
  const page = usePage();
  const name = fillLabel(wordsOf(page.page.language).web3.amount, { symbol });
  return (
    <Labelled
      page={page}
      name={name}
      control={(id) => (
        <input
          class="web3-input"
          id={id}
          name="amount"
          dir="ltr"
          type="text"
          inputMode="decimal"
          placeholder="0"
          value={value}
          aria-describedby={`${id}-note`}
        />
      )}
    />
  );
}

function Labelled(props: {
  page: PageContext;
  name: string;
  type?: string;
  hint?: string | undefined;
  control: (id: string) => preact.JSX.Element;
}) {
  const { page, name, type, hint, control } = props;
  const id = page.uniqueId('input');
  return (
    <div class="web3-field">
      <label for={id}>
        {name}
        {type === undefined ? undefined : (
          <>
            {' '}
            <code dir="ltr">{type}</code>
          </>
        )}
      </label>
      {control(id)}
      <p class="web3-note" id={`${id}-note`}>
        {hint}
      </p>
    </div>
  );
}

/** Keeps the order of signs in a text from right to left. */
function leftToRight(text: string, language: string): string {
  return directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;
}

/** A value in JSON that shows the form of a list or a tuple. */
function exampleOf(parameter: AbiParameter): string {
  const { type, components = [] } = parameter;
  const [, inner] = /^(.*)\[\d*\]$/.exec(type) ?? [];
  if (inner !== undefined) return `[${exampleOf({ ...parameter, type: inner })}]`;
  if (type === 'tuple') {
    const fields = components.map((one, index) => `"${one.name || index}": ${exampleOf(one)}`);
    return components.every(({ name }) => name !== '')
      ? `{${fields.join(', ')}}`
      : `[${components.map(exampleOf).join(', ')}]`;
  }
  if (/^u?int/.test(type)) return '1';
  if (type === 'bool') return 'true';
  return type === 'string' ? '"a"' : '"0x…"';
}
