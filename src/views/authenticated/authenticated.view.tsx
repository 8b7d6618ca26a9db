import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { AuthenticatedMachine } from '#machines/authenticated/authenticated.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Waiting } from '#src/views/waiting.tsx';

/**
 * Shown while a code is posted to the embedding page, or with an error if that fails (spec section 2, "Authenticated
 * page").
 */
export function AuthenticatedView({ actor }: { readonly actor: ActorRefFrom<AuthenticatedMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.can({ type: 'authenticated.leave' }));
  if (!hasFailed) return <Waiting isResult title={text('title.authenticated')} />;
  return (
    <Card
      result="stopped"
      title={text('authenticated.failed')}
      lead={<span role="status">{text('authenticated.stranded')}</span>}
    >
      <Button event={event({ type: 'authenticated.leave' })}>{text('action.home')}</Button>
    </Card>
  );
}
