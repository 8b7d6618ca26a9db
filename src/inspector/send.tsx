import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { AnyActorRef, AnyEventObject } from 'xstate';
import { acceptedEvents } from './actors.ts';

const NOTES = { yes: '', no: ' (not now)', perhaps: ' (depends on its values)' } as const;

const isEvent = (value: unknown): value is AnyEventObject =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** @throws {Error} with a message for the person */
function eventOf(text: string): AnyEventObject {
  const value: unknown = JSON.parse(text);
  if (!isEvent(value)) throw new TypeError('An event is an object with a "type".');
  return value;
}

/** Sends any event to an actor. The typed text is cleared afterwards, because it may contain a secret. */
export function Send({ actor, path }: { readonly actor: AnyActorRef; readonly path: string }) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState('');
  const field = useId();
  const events = acceptedEvents(actor);

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
      {events.length === 0 ? <p className="muted">It accepts no events in its current state.</p> : null}
      <ul className="tools">
        {events.map(({ type, can }) => (
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
