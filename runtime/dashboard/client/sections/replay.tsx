import { useState } from 'preact/hooks';
import type { Delivery, ReplayResult } from '../../../../packages/client/models.ts';
import { address, ask } from '../ask.ts';
import { refresh, useList } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Field } from '../parts/small.tsx';
import { say } from '../parts/toast.tsx';
import { count, localMinute, many } from '../words.ts';

/** States of deliveries that never arrived, and the words for them. */
const undelivered = {
  failed: 'failed',
  cancelled: 'cancelled',
  skipped_quota: 'over the plan',
} as const;

const day = 86_400_000;

/** Sends everything again that did not arrive between two times. */
export function Replay({ hook, onClose }: { readonly hook: string; readonly onClose: () => void }) {
  const [from, setFrom] = useState(() => localMinute(Date.now() - day));
  const [to, setTo] = useState('');
  const range = rangeOf(from, to);
  const isBackwards = range?.to !== undefined && range.to < range.from;
  return (
    <FormDialog
      title="Replay deliveries"
      submit="Send again"
      onClose={onClose}
      onSubmit={async () => {
        if (!range || isBackwards) return;
        const { data } = await ask<ReplayResult>('POST', `${hook}/replay`, range);
        refresh(`${hook}/deliveries`);
        onClose();
        say(
          data.deliveries === 0
            ? 'Everything of this time has arrived.'
            : `${many(data.deliveries, 'delivery', 'deliveries')} will be sent again.`,
        );
      }}
    >
      <p class="muted">
        What failed, was cancelled or was over the plan is sent again, with the same ids: a receiver
        that has one already can tell.
      </p>
      <Field label="From" hint="In your time zone.">
        <input
          type="datetime-local"
          required
          value={from}
          onInput={({ currentTarget }) => setFrom(currentTarget.value)}
        />
      </Field>
      <Field label="To" hint="Leave it empty for everything until now.">
        <input
          type="datetime-local"
          min={from}
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </Field>
      {range && !isBackwards && <Waiting path={`${hook}/deliveries`} range={range} />}
    </FormDialog>
  );
}

interface Range {
  readonly from: string;
  readonly to?: string;
}

/** The range as the API takes it; undefined while its beginning is not typed. */
function rangeOf(from: string, to: string): Range | undefined {
  const [start, end] = [from, to].map((text) => new Date(text));
  if (!start || Number.isNaN(start.getTime())) return undefined;
  const hasEnd = end && !Number.isNaN(end.getTime());
  return { from: start.toISOString(), ...(hasEnd ? { to: end.toISOString() } : {}) };
}

/** How many deliveries are waiting for it. */
function Waiting({ path, range }: { readonly path: string; readonly range: Range }) {
  const lists = Object.entries(undelivered).map(([status, word]) => ({
    word,
    list: useList<Delivery>(address(path, { perPage: 1, status, ...range })),
  }));
  const isKnown = lists.every(({ list }) => !list.isLoading && !list.failure);
  const total = lists.reduce((sum, { list }) => sum + list.total, 0);
  const parts = lists
    .filter(({ list }) => list.total > 0)
    .map(({ word, list }) => `${count(list.total)} ${word}`);
  return (
    <p role="status">
      {!isKnown
        ? 'Counting…'
        : total === 0
          ? 'Everything of this time has arrived.'
          : `${many(total, 'delivery', 'deliveries')} did not arrive: ${parts.join(', ')}.`}
    </p>
  );
}
