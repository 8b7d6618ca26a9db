import { useSelector } from '@xstate/react';
import { useId, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import { canAddFactor } from '#machines/shared/factor-limits.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { LastSignIn } from '#src/views/last-sign-in.tsx';
import { RegistrationFailure } from '#src/views/registration/registration-failure.tsx';
import { Waiting } from '#src/views/waiting.tsx';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { FactorItem, useFactorTitle } from './factor-item.tsx';
import styles from './factors.module.css';
import { NameForm } from './name-form.tsx';
import { RememberedItem } from './remembered-item.tsx';
import { SessionItem } from './session-item.tsx';

/** The text keys of refusals of a change, by error code. */
const REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['lastFactor', 'factors.lastNow'],
  ['notFound', 'factors.gone'],
  ['badName', 'factor.badName'],
]);

/** The text keys of the messages after a change. */
const CHANGE_KEYS = {
  renamed: 'factors.renamed',
  removed: 'factors.removed',
  ended: 'factors.ended',
  forgotten: 'factors.forgotten',
} as const;

/** The overview of the factors and sessions of a person (rules 217 to 223). */
export function FactorsView({ actor }: { readonly actor: ActorRefFrom<FactorsMachine> }) {
  const text = useText();
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const backButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { overview, factorTypes, selectedFactor, lastChange, failure } = snapshot.context;
  const titleOf = useFactorTitle(overview?.factors ?? []);
  const isBusy = snapshot.hasTag('busy');
  const title = text('title.management');

  if (snapshot.matches('unanswered')) {
    return (
      <Card title={title}>
        <Message tone="error" live="assertive">
          {failure ? failureText(failure) : null}
        </Message>
        <ButtonRow>
          <Button onClick={() => actor.send({ type: 'overview.retry' })}>{text('action.retry')}</Button>
          <Button kind="secondary" onClick={() => actor.send({ type: 'overview.back' })}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Card>
    );
  }
  if (!overview) return <Waiting title={title} hint={text('factors.loading')} />;
  if (snapshot.matches('naming') || snapshot.matches('renaming')) {
    return (
      <Card title={text('factors.rename')} lead={selectedFactor ? titleOf(selectedFactor) : undefined}>
        <NameForm actor={actor} />
      </Card>
    );
  }
  const { factors, sessions, rememberedBrowsers, lastSignIn } = overview;
  const addableTypes = factorTypes.filter((factorType) => canAddFactor(factors, factorType));
  // The session of this browser is the first.
  const sortedSessions = [...sessions].sort(
    (session, other) => Number(other.isThis) - Number(session.isThis),
  );
  return (
    <Card title={title} lead={text('factors.lead')}>
      <Message tone="success" live="polite">
        {lastChange && !isBusy ? text(CHANGE_KEYS[lastChange]) : null}
      </Message>
      {lastSignIn ? <LastSignIn lastSignIn={lastSignIn} /> : null}
      <section className={styles['group']} aria-labelledby={`${id}-own`} aria-busy={isBusy}>
        <h2 id={`${id}-own`}>{text('factors.own')}</h2>
        {factors.length === 0 ? <p className={styles['note']}>{text('factors.none')}</p> : null}
        <ul className={styles['list']}>
          {factors.map((factor) => (
            <FactorItem key={factor.factorId} actor={actor} factor={factor} isBusy={isBusy} />
          ))}
        </ul>
      </section>
      {addableTypes.length === 0 ? null : (
        <section className={styles['group']} aria-labelledby={`${id}-add`}>
          <h2 id={`${id}-add`}>{text('factors.add')}</h2>
          <div className={styles['types']}>
            {addableTypes.map((factorType) => (
              <Button
                key={factorType}
                kind="secondary"
                disabled={isBusy}
                onClick={() => actor.send({ type: 'type.chosen', factorType })}
              >
                {text(`factor.kind.${factorType}`)}
              </Button>
            ))}
          </div>
        </section>
      )}
      <section className={styles['group']} aria-labelledby={`${id}-sessions`} aria-busy={isBusy}>
        <h2 id={`${id}-sessions`}>{text('factors.sessions')}</h2>
        {sessions.length === 0 ? <p className={styles['note']}>{text('factors.noSessions')}</p> : null}
        <ul className={styles['list']}>
          {sortedSessions.map((session) => (
            <SessionItem key={session.sessionId} actor={actor} session={session} isBusy={isBusy} />
          ))}
        </ul>
      </section>
      {rememberedBrowsers.length === 0 ? null : (
        <section className={styles['group']} aria-labelledby={`${id}-remembered`} aria-busy={isBusy}>
          <h2 id={`${id}-remembered`}>{text('factors.remembered')}</h2>
          <ul className={styles['list']}>
            {rememberedBrowsers.map((browser) => (
              <RememberedItem key={browser.rememberedId} actor={actor} browser={browser} isBusy={isBusy} />
            ))}
          </ul>
        </section>
      )}
      <Button
        ref={backButton}
        kind="secondary"
        disabled={isBusy}
        onClick={() => actor.send({ type: 'overview.back' })}
      >
        {text('action.previous')}
      </Button>
      <ConfirmationDialog actor={actor} finalFocus={backButton} />
      <RegistrationFailure
        failure={snapshot.matches('refused') ? failure : null}
        title="factors.failed"
        refusalKeys={REFUSAL_KEYS}
        fallbackKey="factors.unchanged"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={backButton}
      />
    </Card>
  );
}
