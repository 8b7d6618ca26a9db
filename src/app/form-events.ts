import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { FormEvent } from '#src/ui/form-event.ts';
import { actorPath } from './actor-path.ts';

type PostedEvent = { readonly type: string };

const postedValue = (actor: AnyActorRef, { type, ...values }: PostedEvent): string => {
  const query = new URLSearchParams(values).toString();
  return `${actorPath(actor).join('/')}:${type}${query === '' ? '' : `?${query}`}`;
};

/**
 * The events of a view as its buttons and forms send them (decision 233).
 *
 * `event` is sent as it is; `then` runs after it in a page with scripts. `posts` names the event of a form, whose
 * values are the fields (`src/app/posted-events.ts`).
 */
export const useFormEvents = <Actor extends AnyActorRef>(actor: Actor) =>
  useMemo(
    () => ({
      event: (event: Parameters<Actor['send']>[0] & PostedEvent, then?: () => void): FormEvent => ({
        value: postedValue(actor, event),
        send() {
          actor.send(event);
          then?.();
        },
      }),
      posts: (type: Parameters<Actor['send']>[0]['type']): string => postedValue(actor, { type }),
    }),
    [actor],
  );
