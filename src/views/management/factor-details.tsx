import { useSelector } from '@xstate/react';
import { useId, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  hasAllYubikeys,
  hasAppAlready,
  isDefault,
  mayRegisterAnother,
  possibleDefault,
} from '#machines/management/factor-types.ts';
import type { ManagementMachine } from '#machines/management/management.machine.ts';
import type { ManagementContext } from '#machines/management/management.types.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { FactorFacts } from '#src/views/factors/factor-facts.tsx';
import styles from '#src/views/factors/factors.module.css';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { Facts } from '#src/views/registration/facts.tsx';
import { Waiting } from '#src/views/waiting.tsx';
import { FACTOR_TYPES } from '#wire/factor-types.ts';

/**
 * The names of the registered factors of the current type, from the authenticator look-up. Used if the server cannot
 * list the factors themselves.
 */
function namesOf({ registered, factorType }: ManagementContext): readonly string[] {
  if (!registered) return [];
  const { otpCard, yubikeyFirst, yubikeySecond, mobileApp, passkey } = registered.authenticators;
  const namesByType = {
    [FACTOR_TYPES.otpCard]: [otpCard],
    [FACTOR_TYPES.yubikey]: [yubikeyFirst, yubikeySecond],
    [FACTOR_TYPES.mobileApp]: [mobileApp],
    [FACTOR_TYPES.passkey]: [passkey],
  };
  return (factorType ? namesByType[factorType] : []).filter((name) => name !== null);
}

/**
 * The person's factors of one type, the button that makes the type the default method, and the button that registers
 * another factor of the type (rule 206).
 */
export function FactorDetails({ actor }: { readonly actor: ActorRefFrom<ManagementMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { factorType, factorsOfType, hasSetDefault, failure } = context;
  const id = useId();
  const defaultButton = useRef<HTMLButtonElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const isDefaultType = isDefault(context);
  const title = text(factorType ? `title.registration.${factorType}` : 'title.management');

  if (snapshot.matches({ details: 'loading' }))
    return <Waiting title={title} hint={text('factors.loading')} />;
  return (
    <Card title={title} lead={text('holding.lead')}>
      {factorsOfType.length > 0 ? (
        factorsOfType.map((factor) => <FactorFacts key={factor.factorId} factor={factor} />)
      ) : (
        <Facts
          facts={namesOf(context).map((name, index) => [
            text(factorType ? `factor.kind.${factorType}` : 'title.management') +
              (index > 0 ? ` ${index + 1}` : ''),
            name === 'offline' ? text('factor.offlineApp') : name || text('factor.registered'),
          ])}
        />
      )}
      <Message tone="warning">{hasAppAlready(context) ? text('error.already_mobileapp') : null}</Message>
      {possibleDefault(context) === null ? null : (
        <section className={styles['group']} aria-labelledby={id}>
          <h2 id={id}>{text('holding.title')}</h2>
          <Message tone="success" live="polite">
            {hasSetDefault && !isBusy ? text(isDefaultType ? 'holding.set' : 'holding.cleared') : null}
          </Message>
          {isDefaultType ? <p>{text('holding.isDefault')}</p> : null}
          <Button
            ref={defaultButton}
            kind="secondary"
            busy={isBusy}
            busyLabel={text('holding.saving')}
            onClick={() => actor.send({ type: 'default.toggle' })}
          >
            {text(isDefaultType ? 'holding.notDefault' : 'holding.default')}
          </Button>
        </section>
      )}
      {hasAllYubikeys(context) ? <p className={styles['note']}>{text('holding.noSlot')}</p> : null}
      {mayRegisterAnother(context) ? (
        <Button disabled={isBusy} onClick={() => actor.send({ type: 'factor.register' })}>
          {text('holding.replace')}
        </Button>
      ) : null}
      <Button kind="secondary" disabled={isBusy} onClick={() => actor.send({ type: 'management.back' })}>
        {text('action.previous')}
      </Button>
      <FailureDialog
        failure={failure}
        title="holding.failed"
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={defaultButton}
      />
    </Card>
  );
}
