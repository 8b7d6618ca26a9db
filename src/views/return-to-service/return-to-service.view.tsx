import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ReturnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { Waiting } from '#src/views/waiting.tsx';

/** The screen during the return to the service, or with an error if the return fails (spec section 4). */
export function ReturnToServiceView({ actor }: { readonly actor: ActorRefFrom<ReturnToServiceMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const failureText = useFailureText();
  const failure = useSelector(actor, ({ context }) => context.failure);
  const hasDeclineFailed = useSelector(actor, (snapshot) => snapshot.matches('undeclined'));
  const isStuck = useSelector(actor, (snapshot) => snapshot.matches('stuck'));
  const service = usePortalSelector(({ context }) => context.session.request.company);

  if (hasDeclineFailed) {
    return (
      <Card
        result="failed"
        title={text('return.undeclined')}
        lead={failure ? failureText(failure) : undefined}
      >
        <Button event={event({ type: 'return.retry' })}>{text('action.retry')}</Button>
        <Button kind="secondary" event={event({ type: 'request.resume' })}>
          {text('return.resume')}
        </Button>
      </Card>
    );
  }
  if (isStuck) {
    return (
      <Card result="stopped" title={text('return.stuck')} lead={text('return.stuckHint')}>
        <Button event={event({ type: 'return.retry' })}>{text('return.continue')}</Button>
      </Card>
    );
  }
  return (
    <Waiting
      isResult
      title={service === '' ? text('return.leavingUnknown') : text('return.leaving', { service })}
      hint={text('return.leavingHint')}
    />
  );
}
