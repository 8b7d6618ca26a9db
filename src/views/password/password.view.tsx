import type { ActorRefFrom } from 'xstate';
import type { PasswordMachine } from '#machines/password/password.machine.ts';
import { useDeferredBusySnapshot } from '#src/app/deferred-busy-snapshot.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { ChangeLink } from '#src/views/change-link.tsx';
import { useSavedBoxes } from '#src/views/saved-boxes.ts';
import { PasswordProof } from './password-proof.tsx';

/** The password screen (spec section 2). */
export function PasswordView({ actor }: { readonly actor: ActorRefFrom<PasswordMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const snapshot = useDeferredBusySnapshot(actor);
  const { userId, mode, boxes } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const service = usePortalSelector(({ context }) => context.session.request.company);
  const portalEvents = useFormEvents(usePortal());
  const canResetPassword = usePortalSelector(({ context }) => context.canResetPassword);
  const remark = usePortalSelector(({ context }) => context.remark);
  const isGate = mode === 'gate';
  const changeBoxes = useSavedBoxes('password', (newBoxes) => {
    if (boxes) actor.send({ type: 'boxes.changed', boxes: newBoxes });
  });

  const lead = service === '' ? text('password.leadUnknown') : text('password.lead', { service });
  return (
    <Card title={text('title.password')} lead={isGate ? text('password.leadGate') : lead}>
      <Message tone="info" live="polite">
        {remark ? text(remark) : null}
      </Message>
      <AccountLine label={text('password.account')} value={userId} />
      <PasswordProof
        actor={actor}
        adjacentButton={
          <Button kind="secondary" disabled={isBusy} event={event({ type: 'password.back' })}>
            {text('action.previous')}
          </Button>
        }
      >
        {() =>
          boxes === null ? null : (
            <Checkbox
              label={text('password.always')}
              name="always"
              checked={boxes.always}
              onChange={(always) => changeBoxes({ always, alwaysSend: false })}
              disabled={isBusy}
            />
          )
        }
      </PasswordProof>
      {canResetPassword ? (
        <TextLink event={portalEvents.event({ type: 'forgot.open' })}>{text('password.forgot')}</TextLink>
      ) : null}
      <ChangeLink actor={actor} label="password.other" />
    </Card>
  );
}
