import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { EndSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import type { FormTable } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Form } from '#src/ui/form.tsx';
import { Message } from '#src/ui/message.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFormatTime } from '#src/views/use-format-time.ts';
import { Waiting } from '#src/views/waiting.tsx';
import type { OpenSignIn } from '#wire/open-sign-ins.ts';
import styles from './end-sign-ins.module.css';

/** The field of a sign-in is named by this prefix and the session ID of the sign-in. */
const FIELD_PREFIX = 'end.';

export const END_SIGN_INS_FORMS = {
  'ends.submitted': {
    sessionIds: (fields) =>
      Object.keys(fields).flatMap((name) =>
        name.startsWith(FIELD_PREFIX) ? [name.slice(FIELD_PREFIX.length)] : [],
      ),
  },
} satisfies FormTable<EventFromLogic<EndSignInsMachine>>;

/** The screen on which a person chooses the sign-ins in other browsers that have to end (rule 251). */
export function EndSignInsView({ actor }: { readonly actor: ActorRefFrom<EndSignInsMachine> }) {
  const text = useText();
  const formatTime = useFormatTime();
  const { event, formEvent } = useFormEvents(actor, END_SIGN_INS_FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { userId, openSignIns, sessionIds, isTooFew, hasChanged, failure } = snapshot.context;
  const submitButton = useRef<HTMLButtonElement>(null);
  const isBusy = snapshot.hasTag('busy');

  const dialog = (
    <FailureDialog
      failure={failure}
      dismissEvent={event({ type: 'failure.dismissed' })}
      finalFocus={submitButton}
    />
  );
  if (!openSignIns) {
    return (
      <>
        <Waiting title={text('title.endSignIns')} hint={text('endSignIns.loading')} />
        {dialog}
      </>
    );
  }
  const { signIns, limit, leastEnds: requiredCount } = openSignIns;
  const mustEndAll = requiredCount === signIns.length;
  const leadKey = mustEndAll ? 'endSignIns.all' : requiredCount > 0 ? 'endSignIns.some' : 'endSignIns.none';
  const nameOf = ({ browser }: OpenSignIn) => browser || text('factors.unknownBrowser');
  const factsOf = ({ addressRange, startedAt, lastSeenAt }: OpenSignIn) => (
    <>
      {addressRange === '' ? null : <span className={styles['facts']}>{addressRange}</span>}
      <span className={styles['facts']}>{text('factors.began', { time: formatTime(startedAt) })}</span>
      <span className={styles['facts']}>{text('factors.seen', { time: formatTime(lastSeenAt) })}</span>
    </>
  );
  return (
    <Card title={text('title.endSignIns')} lead={text(leadKey, { limit, count: requiredCount })}>
      <Message tone="info" live="polite">
        {hasChanged ? text('endSignIns.changed') : null}
      </Message>
      <AccountLine label={text('password.account')} value={userId} />
      <Form event={formEvent('ends.submitted')}>
        {mustEndAll ? (
          <ul className={styles['list']}>
            {signIns.map((signIn) => (
              <li key={signIn.sessionId}>
                <input type="hidden" name={`${FIELD_PREFIX}${signIn.sessionId}`} value="on" />
                {nameOf(signIn)}
                {factsOf(signIn)}
              </li>
            ))}
          </ul>
        ) : (
          <fieldset className={styles['group']}>
            <legend>{text('endSignIns.legend')}</legend>
            {signIns.map((signIn) => (
              <Checkbox
                key={signIn.sessionId}
                label={nameOf(signIn)}
                name={`${FIELD_PREFIX}${signIn.sessionId}`}
                checked={sessionIds.includes(signIn.sessionId)}
                disabled={isBusy}
                onChange={() => actor.send({ type: 'ends.toggled', sessionId: signIn.sessionId })}
                hint={factsOf(signIn)}
              />
            ))}
          </fieldset>
        )}
        <Message tone="error" live="assertive">
          {isTooFew ? text('endSignIns.tooFew', { count: requiredCount }) : null}
        </Message>
        <ButtonRow>
          <Button ref={submitButton} type="submit" busy={isBusy} busyLabel={text('endSignIns.ending')}>
            {text(mustEndAll ? 'endSignIns.submitAll' : 'endSignIns.submit')}
          </Button>
          <Button kind="secondary" disabled={isBusy} event={event({ type: 'ends.back' })}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
        <p>{text('endSignIns.notYou')}</p>
      </Form>
      {dialog}
    </Card>
  );
}
