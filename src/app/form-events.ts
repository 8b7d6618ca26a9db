import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { FieldsEvent, FormEvent } from '#src/ui/form-event.ts';
import { actorPath } from './actor-path.ts';
import { eventOf } from './form-table.ts';

type PostedEvent = { readonly type: string };

/** The value with which a form posts an event: the path of the actor, the type of the event and its values. */
const postedValue = (actor: AnyActorRef, { type, ...values }: PostedEvent): string => {
  const query = new URLSearchParams(values).toString();
  return `${actorPath(actor).join('/')}:${type}${query === '' ? '' : `?${query}`}`;
};

const sendFields =
  (actor: AnyActorRef, table: object, type: string, afterSend?: () => void): FieldsEvent['send'] =>
  (fields) => {
    const event = eventOf(table, type, fields);
    if (event) actor.send(event);
    afterSend?.();
  };

const NO_FORMS = {};

/**
 * Returns functions that create the events of the buttons and forms of a view (rule 233). `event` creates an event with
 * fixed values. `formEvent` and `scriptFormEvent` create an event whose values the form table reads from the fields:
 * `formEvent` for a form that also works without scripts, `scriptFormEvent` for a form that needs scripts. `afterSend`
 * runs after the script has sent the event; without scripts it does not run.
 */
export const useFormEvents = <Actor extends AnyActorRef, Table extends object = Record<never, never>>(
  actor: Actor,
  table: Table = NO_FORMS as Table,
) =>
  useMemo(
    () => ({
      event: (event: Parameters<Actor['send']>[0] & PostedEvent, afterSend?: () => void): FormEvent => ({
        value: postedValue(actor, event),
        send() {
          actor.send(event);
          afterSend?.();
        },
      }),
      formEvent: (type: keyof Table & string, afterSend?: () => void): Required<FieldsEvent> => ({
        value: postedValue(actor, { type }),
        send: sendFields(actor, table, type, afterSend),
      }),
      scriptFormEvent: (type: keyof Table & string, afterSend?: () => void): FieldsEvent => ({
        send: sendFields(actor, table, type, afterSend),
      }),
    }),
    [actor, table],
  );
