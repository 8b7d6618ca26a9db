import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { PasswordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import type { SetupProblem } from '#machines/password-setup/password-setup.setup.ts';
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

const PROBLEMS: Readonly<Record<SetupProblem, { readonly key: MessageKey; readonly isOfSecond?: true }>> = {
  empty: { key: 'info.enter.pw' },
  unconfirmed: { key: 'info.enter.pw', isOfSecond: true },
  different: { key: 'info.portal.user.change.failure.different', isOfSecond: true },
  tooLong: { key: 'passwordSetup.tooLong' },
  invalid: { key: 'info.portal.user.change.failure.invalid' },
  inUse: { key: 'info.portal.user.change.failure.using' },
};

const CODES: readonly string[] = [
  'wrongCurrent',
  'sameAsCurrent',
  'mismatch',
  'ruleViolation',
  'commonPassword',
];

const isOverlap = ({ code, message }: Extract<Failure, { kind: 'rejected' }>): boolean =>
  code === 'error1203' || message === 'Duplicate password history';

export const PASSWORD_SETUP_FORMS = {
  'password.submitted': { password: textField('newPassword'), confirmed: textField('confirmPassword') },
} satisfies FormTable<EventFromLogic<PasswordSetupMachine>>;

/** New password, confirmation, rules and save (spec section 2, "Password flow", step 5). */
export function PasswordSetupView({
  actor,
  remark,
}: {
  readonly actor: ActorRefFrom<PasswordSetupMachine>;
  /** Why the password has to change. */
  readonly remark?: ReactNode;
}) {
  const text = useText();
  const { event, posted } = useFormEvents(actor, PASSWORD_SETUP_FORMS);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, type, strength, problem, failure, reuseLimit } = snapshot.context;
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const title = text(type === 'create' ? 'title.passwordCreate' : 'title.passwordChange');
  const found = problem === null ? null : PROBLEMS[problem];

  useEffect(() => {
    if (problem === 'empty') {
      fillField(first.current, '');
      fillField(second.current, '');
    }
    if (problem !== null) (PROBLEMS[problem].isOfSecond ? second : first).current?.focus();
  }, [problem]);

  useEffect(() => {
    if (failure) first.current?.focus();
  }, [failure]);

  function refusal(): string | undefined {
    if (!failure) return undefined;
    if (failure.kind === 'unreachable') return text('passwordSetup.unanswered');
    if (failure.kind !== 'rejected') return failureText(failure);
    if (isOverlap(failure)) return text('info.portal.user.change.failure.overlap', { count: reuseLimit });
    return CODES.includes(failure.code)
      ? text(`info.portal.user.change.failure.${failure.code}` as MessageKey)
      : failureText(failure, undefined, 'passwordSetup.refused');
  }

  if (snapshot.matches('preparing')) return <Waiting title={title} hint={text('passwordSetup.preparing')} />;
  const shared = {
    onChange: () => actor.send({ type: 'password.edited' }),
    autoComplete: 'new-password',
    readOnly: isBusy,
    capsLock: text('password.capsLock'),
  } as const;
  const labelled = (key: MessageKey) => {
    const field = text(key);
    return {
      label: field,
      labels: { show: text('password.showOf', { field }), hide: text('password.hideOf', { field }) },
    };
  };
  const errorText = found ? text(found.key, { count: MAX_PASSWORD_LENGTH }) : undefined;
  return (
    <Card title={title} lead={remark ?? text('passwordSetup.lead')}>
      <Form event={posted('password.submitted')}>
        <HiddenUserName value={userId} />
        <PasswordField
          {...shared}
          ref={first}
          {...labelled('passwordSetup.new')}
          name="newPassword"
          enterKeyHint="next"
          autoFocus
          error={(found && !found.isOfSecond ? errorText : undefined) ?? refusal()}
        />
        <RuleList strength={strength} field={first} />
        <PasswordField
          {...shared}
          ref={second}
          {...labelled('passwordSetup.confirm')}
          name="confirmPassword"
          enterKeyHint="go"
          error={found?.isOfSecond ? errorText : undefined}
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
