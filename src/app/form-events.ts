import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { FieldsEvent, FormEvent } from '#src/ui/form-event.ts';
import { actorPath } from './actor-path.ts';
import { eventOf } from './form-table.ts';

type PostedEvent = { readonly type: string };

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
 * The events of a view for its buttons and forms (rule 233). `event` is sent unchanged. `formEvent` is for
 * a form that works without scripts, `scriptFormEvent` for one that does not; the form table reads their values from the
 * fields. In a page with scripts, `afterSend` runs afterwards.
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
