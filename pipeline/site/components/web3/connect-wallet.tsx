import { wordsOf } from '../../words.ts';
import { type Props, text } from '../component.ts';
import { usePage } from '../page-context.ts';
import { chainOf } from './chain.ts';

/** A button that connects the reader's wallet; then the account and the network, with a way out. */
export function ConnectWallet(props: Props) {
  const page = usePage();
  const words = wordsOf(page.page.language).web3;
  const chain = chainOf(page, props);
  page.feature('web3');
  page.feature('contracts');
  return (
    <div
      class="web3-connect"
      data-web3-connect
      {...(chain === undefined ? {} : { 'data-chain': chain })}
      {...(props.chain === undefined ? {} : { 'data-only': '' })}
    >
      <div class="web3-actions">
        <button type="button" class="web3-button" data-primary>
          {text(props.label) ?? words.connect}
        </button>
      </div>
      <p class="web3-needs-script">{words.needsScript}</p>
      <div class="web3-status" role="status" />
    </div>
  );
}
