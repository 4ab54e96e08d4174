import { useState } from 'preact/hooks';
import type { Message } from '../../../../packages/client/models.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Code, copyText, Field } from '../parts/small.tsx';
import { entriesOf, questionLine } from './question-line.ts';

/** A question of a reader as a test of the site: what its answer must be, and the line to add to its questions. */
export function QuestionTest({
  messages,
  at,
  onClose,
}: {
  readonly messages: readonly Pick<Message, 'role' | 'content' | 'sources'>[];
  /** Which of the messages is the question. */
  readonly at: number;
  readonly onClose: () => void;
}) {
  const { content: question = '' } = messages[at] ?? {};
  const after = messages.slice(0, at).flatMap((one) => (one.role === 'user' ? [one.content] : []));
  const answer = messages[at + 1];
  const cited = answer?.role === 'assistant' ? answer.sources.map(({ path }) => path) : [];
  const [isAnswered, setAnswered] = useState(true);
  const [pages, setPages] = useState([...new Set(cited)].join(', '));
  const [words, setWords] = useState('');
  const expected = {
    ...{ question, after, isAnswered },
    pages: entriesOf(pages).map((page) => page.replace(/^\/+/, '')),
    words: entriesOf(words),
  };
  const line = questionLine(expected);
  return (
    <Dialog title="Make this a test" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void copyText(line);
        }}
      >
        <p dir="auto">
          <strong>{question}</strong>
        </p>
        <fieldset>
          <legend>What the answer must be</legend>
          {[true, false].map((value) => (
            <label key={String(value)} class="check">
              <input
                type="radio"
                name="answered"
                checked={isAnswered === value}
                onChange={() => setAnswered(value)}
              />
              <span>{value ? 'Quoted from a page' : 'That no page answers it'}</span>
            </label>
          ))}
        </fieldset>
        {isAnswered && <Quoted {...{ pages, setPages, words, setWords }} />}
        <Code label="A line for tests/questions.jsonl" text={line} />
        <p class="muted">
          Add it to that file in the folder of the site. <code>docent ask</code> and{' '}
          <code>docent check</code> then ask the question, and report another answer.
        </p>
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Close
          </button>
          <button type="submit" class="primary">
            Copy the line
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What a quoted answer must have. */
function Quoted({
  pages,
  setPages,
  words,
  setWords,
}: {
  readonly pages: string;
  readonly setPages: (next: string) => void;
  readonly words: string;
  readonly setWords: (next: string) => void;
}) {
  return (
    <>
      <Field
        label="Pages"
        hint="Paths with commas between them; the answer must quote one of them. Empty for any page."
      >
        <input
          value={pages}
          spellcheck={false}
          placeholder="guides/start"
          onInput={({ currentTarget }) => setPages(currentTarget.value)}
        />
      </Field>
      <Field label="Words" hint="The answer must contain all of them, such as a command.">
        <input value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
      </Field>
    </>
  );
}
