import { useSelector } from '@xstate/react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { useFormEvents } from '#src/app/form-events.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { TextLink } from '#src/ui/text-link.tsx';

/**
 * The link to the other methods, if the person has other methods (rule 140). Disabled while the server verifies a
 * proof.
 */
export function ChangeLink({
  actor,
  label = 'method.change',
}: {
  readonly actor: AnyActorRef;
  readonly label?: MessageKey;
}) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const hasOtherMethods = useSelector(
    actor,
    (snapshot: AnyMachineSnapshot): boolean => snapshot.context.hasOtherMethods,
  );
  const canChange = useSelector(actor, (snapshot: AnyMachineSnapshot) =>
    snapshot.can({ type: 'method.change' }),
  );
  if (!hasOtherMethods) return null;
  return (
    <TextLink disabled={!canChange} event={event({ type: 'method.change' })}>
      {text(label)}
    </TextLink>
  );
}
