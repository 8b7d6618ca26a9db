import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { proofFlowOf } from '#machines/second-factor/proof-flows.ts';
import type { SecondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import { slotsOf } from '#machines/second-factor/slots.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { IdentifiedPerson } from '#src/views/identified-person.tsx';
import { useSavedBoxes } from '#src/views/saved-boxes.ts';
import { Waiting } from '#src/views/waiting.tsx';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import styles from './second-factor.module.css';
import { Slots } from './slots.tsx';
import { leadKeyOf, TokenProof, useIsProving } from './token-proof.tsx';

/** The screen of the second step (spec section 2, "Second factor"). */
export function SecondFactorView({ actor }: { readonly actor: ActorRefFrom<SecondFactorMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const portalEvents = useFormEvents(usePortal());
  const snapshot = useSelector(actor, (current) => current);
  const remark = usePortalSelector(({ context }) => context.remark);
  const requiresNumber = usePortalSelector(({ context }) => context.config.appAsksMatch);
  const { userId, offered, active, isDefault, remembers, policy } = snapshot.context;
  const { rememberBrowserDays } = policy;
  const flow = active === null ? undefined : snapshot.children[proofFlowOf(active)];
  const isProving = useIsProving(flow);
  // The screen of a failure has no control that could get the focus.
  const noFocusTarget = useRef<HTMLButtonElement>(null);
  const title = text('title.second');
  const canManage = usePortalSelector(({ context }) => context.policy?.canManage === true);
  const canRequestOverview = usePortalSelector((current) => current.can({ type: 'overview.request' }));
  /** Opens the management of factors, and for a QR code directly the registration of the app (rule 204). */
  const registerEvent = portalEvents.event({
    type: 'route.requested',
    address: `/second/management${active === TYPE_CODES.qr ? `?type=${TYPE_CODES.qr}` : ''}`,
  });
  // Both check boxes of this screen are saved as a check box `always`, the form in which the drafts store check boxes.
  const saveDefaultBox = useSavedBoxes(`second ${active}`, ({ always }) =>
    actor.send({ type: 'default.toggled', isDefault: always }),
  );
  const saveRememberBox = useSavedBoxes('second remember', ({ always }) =>
    actor.send({ type: 'remember.toggled', remembers: always }),
  );

  if (active === null) {
    return (
      <Card title={title} lead={text('info.failure.noMethod')}>
        <p>{text('second.none')}</p>
        {canManage ? <Button event={registerEvent}>{text('second.register')}</Button> : null}
        <Button kind="secondary" event={event({ type: 'second.back' })}>
          {text('action.previous')}
        </Button>
      </Card>
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <Card title={title} lead={text('second.lead')}>
        <FailureDialog
          failure={UNEXPECTED}
          dismissEvent={event({ type: 'failure.dismissed' })}
          finalFocus={noFocusTarget}
        />
      </Card>
    );
  }
  if (!flow) return <Waiting title={title} hint={text('second.saving')} />;
  const slots = slotsOf(offered, active);
  const slotProps = {
    active,
    isBusy: isProving || snapshot.hasTag('busy'),
    switchEvent: (code: TypeCode) => event({ type: 'token.switch', code }),
  };
  const otherMethods = slots.length > 1 && (
    <div className={styles['other-methods']}>
      <p>{text('second.elsewhere')}</p>
      <Slots {...slotProps} label={text('second.elsewhere')} slots={slots.slice(1)} />
    </div>
  );
  return (
    <Card
      title={title}
      lead={`${text(`title.method.${active}` as MessageKey)}: ${text(leadKeyOf(active, requiresNumber))}`}
    >
      <Message tone="info" live="polite">
        {remark ? text(remark) : null}
      </Message>
      <IdentifiedPerson userId={userId} confirmsChange />
      <TokenProof code={active} actor={flow} otherMethods={otherMethods}>
        {(isBusy) => (
          <>
            <Checkbox
              label={text('second.saveDefault')}
              name="saveDefault"
              checked={isDefault}
              onChange={(always) => saveDefaultBox({ always, alwaysSend: false })}
              disabled={isBusy}
            />
            {rememberBrowserDays === undefined || active === TYPE_CODES.emergency ? null : (
              <Checkbox
                label={
                  rememberBrowserDays === 1
                    ? text('second.rememberDay')
                    : text('second.remember', { days: rememberBrowserDays })
                }
                name="rememberBrowser"
                checked={remembers}
                onChange={(always) => saveRememberBox({ always, alwaysSend: false })}
                disabled={isBusy}
              />
            )}
          </>
        )}
      </TokenProof>
      <Slots {...slotProps} label={text('second.tokens')} slots={slots} />
      {canManage || canRequestOverview ? (
        <div className={styles['links']}>
          {canManage ? <TextLink event={registerEvent}>{text('second.register')}</TextLink> : null}
          {canRequestOverview ? (
            <TextLink event={portalEvents.event({ type: 'overview.request' })}>
              {text('tabs.manage')}
            </TextLink>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}
