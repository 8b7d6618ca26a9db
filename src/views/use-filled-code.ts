import { type RefObject, useEffect } from 'react';
import type { Subscription } from 'xstate';
import type { FieldFilled } from '#machines/shared/field-filled.ts';
import { fillField } from '#src/ui/field-text.ts';

type FillingActor = {
  readonly on: (type: 'field.filled', listener: (filled: FieldFilled) => void) => Subscription;
};

/** Lets the machine fill the field of a code. */
export function useFilledCode(actor: FillingActor, field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const subscription = actor.on('field.filled', ({ code }) => fillField(field.current, code));
    return () => subscription.unsubscribe();
  }, [actor, field]);
}
