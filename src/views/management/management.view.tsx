import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, AnyActorRef, EventFromLogic } from 'xstate';
import { hasFactor, licenseProblem, offeredFactorTypes } from '#machines/management/factor-types.ts';
import type { ManagementMachine } from '#machines/management/management.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form } from '#src/ui/form.tsx';
import { HiddenUserName } from '#src/ui/hidden-user-name.tsx';
import { Message } from '#src/ui/message.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { useAttention } from '#src/views/use-attention.ts';
import { Waiting } from '#src/views/waiting.tsx';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import { FactorDetails } from './factor-details.tsx';
import { ManagementStep, STEP_NAMES } from './management-step.tsx';

const FACTOR_TYPE_KEYS: Readonly<Record<FactorType, MessageKey>> = {
  [FACTOR_TYPES.otpCard]: 'factor.kind.7',
  [FACTOR_TYPES.yubikey]: 'factor.kind.8',
  [FACTOR_TYPES.mobileApp]: 'factor.kind.9',
  [FACTOR_TYPES.passkey]: 'factor.kind.12',
};

type Props = { readonly actor: ActorRefFrom<ManagementMachine> };

const FORMS = {
  'password.submitted': { password: textField('password') },
} satisfies FormTable<EventFromLogic<ManagementMachine>>;

/** Requests the password again before the person may change anything. */
function PasswordForm({ actor }: Props) {
  const text = useText();
  const { event, scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { userId, problem, failure, isProofRequiredAgain } = snapshot.context;
  const remark = usePortalSelector(({ context }) => context.remark);
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');

  useAttention(failure, field, 'after');

  return (
    <Card title={text('title.management')} lead={text('management.passwordLead')}>
      <Message tone="warning" live="polite">
        {isProofRequiredAgain ? text('management.again') : remark ? text(remark) : null}
      </Message>
      <AccountLine label={text('password.account')} value={userId} />
      <Form event={scriptFormEvent('password.submitted', announceProblem)}>
        <HiddenUserName value={userId} />
        <PasswordField
          ref={field}
          label={text('password.label')}
          name="password"
          autoComplete="current-password"
          enterKeyHint="next"
          autoFocus
          readOnly={isBusy}
          onChange={() => actor.send({ type: 'password.edited' })}
          error={error}
          labels={{ show: text('password.show'), hide: text('password.hide') }}
          capsLock={text('password.capsLock')}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('password.checking')}>
            {text('action.next')}
          </Button>
          <Button kind="secondary" disabled={isBusy} onClick={() => actor.send({ type: 'management.back' })}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Form>
      <FailureDialog
        failure={failure}
        title="management.failed"
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </Card>
  );
}

/** The screens with which a person manages factors (spec section 2, "Management flow"). */
export function ManagementView({ actor }: Props) {
  const text = useText();
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { context, children } = snapshot;
  const [step] = STEP_NAMES.flatMap((name) => {
    const child: AnyActorRef | undefined = children[name];
    return child ? [<ManagementStep key={child.sessionId} name={name} actor={child} />] : [];
  });
  const { registered } = context;
  const title = text('title.management');
  const backButton = (
    <Button onClick={() => actor.send({ type: 'management.back' })}>{text('action.previous')}</Button>
  );

  if (step) return step;
  if (snapshot.matches('proving')) return <PasswordForm actor={actor} />;
  if (snapshot.matches('unanswered')) {
    return (
      <Card title={title}>
        <Message tone="error" live="assertive">
          {context.failure ? failureText(context.failure) : null}
        </Message>
        <ButtonRow>
          <Button onClick={() => actor.send({ type: 'lookup.retry' })}>{text('action.retry')}</Button>
          <Button kind="secondary" onClick={() => actor.send({ type: 'management.back' })}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Card>
    );
  }
  if (snapshot.matches('appRegistered') || snapshot.matches('blocked')) {
    const reason = snapshot.matches('appRegistered')
      ? 'error.already_mobileapp'
      : licenseProblem(context) === 'max'
        ? 'info.license.max'
        : 'info.license.expired';
    return (
      <Card title={text('title.registration.9')}>
        <Message tone="warning" live="assertive">
          {text(reason)}
        </Message>
        {snapshot.can({ type: 'default.open' }) ? (
          <Button kind="secondary" onClick={() => actor.send({ type: 'default.open' })}>
            {text('management.toDefault')}
          </Button>
        ) : null}
        {backButton}
      </Card>
    );
  }
  if (snapshot.matches('tooWeak')) {
    return (
      <Card title={title}>
        <Message tone="warning" live="assertive">
          {text('registration.tooWeak')}
        </Message>
        <ButtonRow>
          <Button onClick={() => actor.send({ type: 'login.request' })}>{text('management.signIn')}</Button>
          <Button kind="secondary" onClick={() => actor.send({ type: 'management.back' })}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Card>
    );
  }
  if (snapshot.matches('details')) return <FactorDetails actor={actor} />;
  if (snapshot.matches('choosing')) {
    return (
      <Card title={title} lead={text('management.choose')}>
        {offeredFactorTypes(context).map((factorType) => (
          <Button
            key={factorType}
            kind="secondary"
            onClick={() => actor.send({ type: 'type.chosen', factorType })}
          >
            {registered && hasFactor(registered, factorType)
              ? text('management.has', { kind: text(FACTOR_TYPE_KEYS[factorType]) })
              : text(FACTOR_TYPE_KEYS[factorType])}
          </Button>
        ))}
        <Button kind="secondary" onClick={() => actor.send({ type: 'management.back' })}>
          {text('action.previous')}
        </Button>
      </Card>
    );
  }
  if (snapshot.matches('succeeded')) {
    return (
      <Card title={title}>
        <Dialog
          open
          title={text('management.registered')}
          onClose={() => actor.send({ type: 'success.confirmed' })}
          actions={
            <Button onClick={() => actor.send({ type: 'success.confirmed' })}>{text('action.ok')}</Button>
          }
        >
          {text('management.registeredBody')}
        </Dialog>
      </Card>
    );
  }
  return <Waiting title={title} />;
}
