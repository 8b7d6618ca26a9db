import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { AnyActorRef, AnyEventObject } from 'xstate';
import { acceptedEvents } from './actors.ts';

/** The text after the type of an event, by whether the actor can receive it. */
const NOTES = { yes: '', no: ' (not now)', perhaps: ' (depends on its values)' } as const;

const isEvent = (value: unknown): value is AnyEventObject =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * Parses an event from JSON.
 * @throws {SyntaxError | TypeError} with a message that can be shown
 */
function parseEvent(text: string): AnyEventObject {
  const value: unknown = JSON.parse(text);
  if (!isEvent(value)) throw new TypeError('An event is an object with a "type".');
  return value;
}

/** A form that sends any event to an actor. It then clears the typed text, which may contain a secret. */
export function Send({ actor, path }: { readonly actor: AnyActorRef; readonly path: string }) {
  const [typedText, setTypedText] = useState('');
  const [failure, setFailure] = useState('');
  const fieldId = useId();
  const events = acceptedEvents(actor);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    try {
      actor.send(parseEvent(typedText));
      setTypedText('');
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
            <button type="button" data-can={can} onClick={() => setTypedText(JSON.stringify({ type }))}>
              {type}
              {NOTES[can]}
            </button>
          </li>
        ))}
      </ul>
      <form className="tools" onSubmit={send}>
        <label htmlFor={fieldId}>Event (JSON; Ctrl+Enter sends)</label>
        <textarea
          id={fieldId}
          rows={2}
          spellCheck={false}
          autoComplete="off"
          value={typedText}
          aria-invalid={failure !== ''}
          onChange={(event) => setTypedText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) send(event);
          }}
        />
        <button type="submit" disabled={typedText === ''}>
          Send
        </button>
      </form>
      {failure === '' ? null : <p role="alert">{failure}</p>}
    </section>
  );
}
