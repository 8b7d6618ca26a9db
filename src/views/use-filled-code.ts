import { type RefObject, useEffect } from 'react';
import type { Subscription } from 'xstate';
import type { FieldFilled } from '#machines/shared/field-filled.ts';
import { fillField } from '#src/ui/field-text.ts';

type ActorThatFillsField = {
  readonly on: (type: 'field.filled', listener: (filled: FieldFilled) => void) => Subscription;
};

/** Fills the field of a code when the machine emits a code, for example one that the browser has read from an SMS. */
export function useFilledCode(actor: ActorThatFillsField, field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const subscription = actor.on('field.filled', ({ code }) => fillField(field.current, code));
    return () => subscription.unsubscribe();
  }, [actor, field]);
}
