import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { PasswordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import type { PasswordProblem } from '#machines/password-setup/password-setup.setup.ts';
import type { Failure } from '#machines/shared/result.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { fillField } from '#src/ui/field-text.ts';
import { Form } from '#src/ui/form.tsx';
import { HiddenUserName } from '#src/ui/hidden-user-name.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { Waiting } from '#src/views/waiting.tsx';
import { MAX_PASSWORD_LENGTH } from '#wire/password-rules.ts';
import styles from './rule-list.module.css';
import { RuleList } from './rule-list.tsx';

/** The text keys of problems with the typed values. `isInConfirmation`: the problem is shown at the second field. */
const PROBLEM_TEXTS: Readonly<
  Record<PasswordProblem, { readonly key: MessageKey; readonly isInConfirmation?: true }>
> = {
  empty: { key: 'info.enter.pw' },
  unconfirmed: { key: 'info.enter.pw', isInConfirmation: true },
  different: { key: 'info.portal.user.change.failure.different', isInConfirmation: true },
  tooLong: { key: 'passwordSetup.tooLong' },
  invalid: { key: 'info.portal.user.change.failure.invalid' },
  inUse: { key: 'info.portal.user.change.failure.using' },
};

/** Error codes that have a text in the password setup. */
const CODES_WITH_TEXT: readonly string[] = [
  'wrongCurrent',
  'sameAsCurrent',
  'mismatch',
  'ruleViolation',
  'commonPassword',
];

const isReused = ({ code, message }: Extract<Failure, { kind: 'rejected' }>): boolean =>
  code === 'error1203' || message === 'Duplicate password history';

export const PASSWORD_SETUP_FORMS = {
  'password.submitted': { password: textField('newPassword'), confirmation: textField('confirmPassword') },
} satisfies FormTable<EventFromLogic<PasswordSetupMachine>>;

/**
 * The form with the new password, its confirmation and the password rules (spec section 2, "Password flow", step 5).
 */
export function PasswordSetupView({
  actor,
  remark,
}: {
  readonly actor: ActorRefFrom<PasswordSetupMachine>;
  /** The reason why the person has to change the password, shown instead of the usual instructions. */
  readonly remark?: ReactNode;
}) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, PASSWORD_SETUP_FORMS);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, type, strength, problem, failure, reuseLimit } = snapshot.context;
  const passwordField = useRef<HTMLInputElement>(null);
  const confirmationField = useRef<HTMLInputElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const title = text(type === 'create' ? 'title.passwordCreate' : 'title.passwordChange');
  const problemText = problem === null ? null : PROBLEM_TEXTS[problem];

  useEffect(() => {
    if (problem === 'empty') {
      fillField(passwordField.current, '');
      fillField(confirmationField.current, '');
    }
    if (problem !== null)
      (PROBLEM_TEXTS[problem].isInConfirmation ? confirmationField : passwordField).current?.focus();
  }, [problem]);

  useEffect(() => {
    if (failure) passwordField.current?.focus();
  }, [failure]);

  function failureMessage(): string | undefined {
    if (!failure) return undefined;
    if (failure.kind === 'unreachable') return text('passwordSetup.unanswered');
    if (failure.kind !== 'rejected') return failureText(failure);
    if (isReused(failure)) return text('info.portal.user.change.failure.overlap', { count: reuseLimit });
    return CODES_WITH_TEXT.includes(failure.code)
      ? text(`info.portal.user.change.failure.${failure.code}` as MessageKey)
      : failureText(failure, undefined, 'passwordSetup.refused');
  }

  if (snapshot.matches('preparing')) return <Waiting title={title} hint={text('passwordSetup.preparing')} />;
  const fieldProps = {
    onChange: () => actor.send({ type: 'password.edited' }),
    autoComplete: 'new-password',
    readOnly: isBusy,
    capsLock: text('password.capsLock'),
  } as const;
  const labelsFor = (key: MessageKey) => {
    const label = text(key);
    return {
      label,
      labels: {
        show: text('password.showOf', { field: label }),
        hide: text('password.hideOf', { field: label }),
      },
    };
  };
  const errorText = problemText ? text(problemText.key, { count: MAX_PASSWORD_LENGTH }) : undefined;
  return (
    <Card title={title} lead={remark ?? text('passwordSetup.lead')}>
      <Form event={formEvent('password.submitted')}>
        <HiddenUserName value={userId} />
        <PasswordField
          {...fieldProps}
          ref={passwordField}
          {...labelsFor('passwordSetup.new')}
          name="newPassword"
          enterKeyHint="next"
          autoFocus
          error={(problemText && !problemText.isInConfirmation ? errorText : undefined) ?? failureMessage()}
        />
        <RuleList strength={strength} field={passwordField} />
        <PasswordField
          {...fieldProps}
          ref={confirmationField}
          {...labelsFor('passwordSetup.confirm')}
          name="confirmPassword"
          enterKeyHint="go"
          error={problemText?.isInConfirmation ? errorText : undefined}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('passwordSetup.saving')}>
            {text('action.save')}
          </Button>
          <Button kind="secondary" disabled={isBusy} event={event({ type: 'step.back' })}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
        {reuseLimit > 0 || type === 'change' ? (
          <p className={styles['note']}>
            {reuseLimit > 0 ? text('passwordSetup.reuse', { count: reuseLimit }) : null}{' '}
            {type === 'change' ? text('passwordSetup.ends') : null}
          </p>
        ) : null}
      </Form>
    </Card>
  );
}
