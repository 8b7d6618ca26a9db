import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { AnyActorRef, AnyEventObject } from 'xstate';
import { acceptedEvents } from './actors.ts';

const NOTES = { yes: '', no: ' (not now)', perhaps: ' (by what it carries)' } as const;

const isEvent = (given: unknown): given is AnyEventObject =>
  typeof given === 'object' && given !== null && 'type' in given && typeof given.type === 'string';

/** @throws {Error} with a sentence about what is wrong */
function eventOf(text: string): AnyEventObject {
  const given: unknown = JSON.parse(text);
  if (!isEvent(given)) throw new TypeError('An event is an object with a "type".');
  return given;
}

/** Sends any event to an actor. The typed text is cleared afterwards, because it may contain a secret. */
export function Send({ actor, path }: { readonly actor: AnyActorRef; readonly path: string }) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState('');
  const field = useId();
  const accepted = acceptedEvents(actor);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    try {
      actor.send(eventOf(typed));
      setTyped('');
      setFailure('');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <section aria-label="Send">
      <h2>Send to {path}</h2>
      {accepted.length === 0 ? <p className="muted">It accepts no events in its current state.</p> : null}
      <ul className="tools">
        {accepted.map(({ type, can }) => (
          <li key={type}>
            <button type="button" data-can={can} onClick={() => setTyped(JSON.stringify({ type }))}>
              {type}
              {NOTES[can]}
            </button>
          </li>
        ))}
      </ul>
      <form className="tools" onSubmit={send}>
        <label htmlFor={field}>Event (JSON; Ctrl+Enter sends)</label>
        <textarea
          id={field}
          rows={2}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          aria-invalid={failure !== ''}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) send(event);
          }}
        />
        <button type="submit" disabled={typed === ''}>
          Send
        </button>
      </form>
      {failure === '' ? null : <p role="alert">{failure}</p>}
    </section>
  );
}
