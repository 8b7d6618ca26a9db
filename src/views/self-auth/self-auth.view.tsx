import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, AnyActorRef, EventFromLogic } from 'xstate';
import type { SelfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import {
  contactTypeOf,
  IDENTITY_METHOD_CODES,
  identityMethodState,
  visibleMethods,
} from '#machines/shared/identity-methods.ts';
import type { IdentityMethod } from '#machines/shared/policy.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, type ReadField, textField } from '#src/app/form-table.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { DeviceCodeProof } from '#src/views/device-code/device-code-proof.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { PushProof } from '#src/views/push/push-proof.tsx';
import { SentCodeProof } from '#src/views/sent-code/sent-code-proof.tsx';
import { useAttention } from '#src/views/use-attention.ts';
import { Waiting } from '#src/views/waiting.tsx';
import styles from './self-auth.module.css';

type Props = { readonly actor: ActorRefFrom<SelfAuthMachine> };

const LABELS = { create: 'action.create', change: 'action.change', other: 'action.register' } as const;

const FIELDS = {
  phoneNumber: { label: 'selfAuth.phone', type: 'tel', autoComplete: 'tel' },
  inmail: { label: 'selfAuth.internalMail', type: 'email', autoComplete: 'email' },
  exmail: { label: 'selfAuth.privateMail', type: 'email', autoComplete: 'email' },
} as const;

/** The identity method of a posted type code. */
const methodOf: ReadField<IdentityMethod> = ({ method }) =>
  (Object.keys(IDENTITY_METHOD_CODES) as IdentityMethod[]).find(
    (candidate) => IDENTITY_METHOD_CODES[candidate] === method,
  );

export const SELF_AUTH_FORMS = {
  'method.chosen': { method: methodOf },
  'names.submitted': {
    lastName: textField('lastName'),
    firstName: textField('firstName'),
    info: textField('info'),
  },
} satisfies FormTable<EventFromLogic<SelfAuthMachine>>;

/** Names and one contact (spec section 2). */
function NamesForm({ actor }: Props) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, SELF_AUTH_FORMS);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { method, problem, failure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const contact = FIELDS[contactTypeOf(method ?? 'sms')];

  useAttention(failure, field, 'now');

  const change = () => actor.send({ type: 'names.edited' });
  const isMismatch = failure?.kind === 'rejected' && failure.status === 400;
  const failureMessage = failure
    ? isMismatch
      ? text('info.failure.noMatch')
      : failureText(failure)
    : undefined;
  return (
    <Form event={formEvent('names.submitted', announceProblem)}>
      <div className={styles['names']}>
        <TextField
          label={text('selfAuth.lastName')}
          name="lastName"
          autoComplete="family-name"
          readOnly={isBusy}
          onChange={change}
        />
        <TextField
          label={text('selfAuth.firstName')}
          name="firstName"
          autoComplete="given-name"
          readOnly={isBusy}
          onChange={change}
        />
      </div>
      <TextField
        ref={field}
        label={text(contact.label)}
        name="info"
        type={contact.type}
        autoComplete={contact.autoComplete}
        enterKeyHint="next"
        readOnly={isBusy}
        onChange={change}
        error={error ?? failureMessage}
      />
      <ButtonRow>
        <Button type="submit" busy={isBusy} busyLabel={text('selfAuth.verifying')}>
          {text('action.next')}
        </Button>
        <Button kind="secondary" disabled={isBusy} event={event({ type: 'step.back' })}>
          {text('action.previous')}
        </Button>
      </ButtonRow>
    </Form>
  );
}

/** The proof by the chosen method, and the button that goes back. */
function Proof({
  actor,
  method,
  child,
}: Props & { readonly method: IdentityMethod; readonly child: AnyActorRef }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const mode = useSelector(actor, ({ context }) => context.mode);
  const submit = LABELS[mode];
  const checkCall = { failureTitle: 'selfAuth.failed', call: 'check' } as const;
  const adjacentButton = (
    <Button kind="secondary" event={event({ type: 'step.back' })}>
      {text('action.previous')}
    </Button>
  );
  const proofProps = { submit, adjacentButton, ...checkCall };
  // The machine runs the flow of the method, so the child has its type.
  if (method === 'mobileOtp') return <DeviceCodeProof actor={child as never} {...proofProps} />;
  if (method !== 'push') return <SentCodeProof actor={child as never} {...proofProps} />;
  return (
    <>
      <PushProof actor={child as never} {...checkCall} />
      <ButtonRow>
        <Button disabled>{text(submit)}</Button>
        {adjacentButton}
      </ButtonRow>
    </>
  );
}

/** The self-authentication screen (spec section 2). */
export function SelfAuthView({ actor }: Props) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, SELF_AUTH_FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { method, userId } = context;
  const title = text('title.selfAuth');
  const choice = formEvent('method.chosen');

  if (snapshot.matches('lookingUp')) return <Waiting title={title} hint={text('selfAuth.looking')} />;
  if (snapshot.matches('unavailable') || method === null) {
    return (
      <Card title={title} lead={text('info.failure.noMethod')}>
        <p>{text('selfAuth.askAdministrator')}</p>
        <Button event={event({ type: 'step.back' })}>{text('action.previous')}</Button>
      </Card>
    );
  }
  const child = ['sent-code', 'device-code', 'push']
    .map((name) => snapshot.children[name as 'push'])
    .find((ref) => ref !== undefined);
  return (
    <Card title={title} lead={child ? undefined : text('selfAuth.lead', { userId })}>
      <RadioGroup
        legend={text('selfAuth.way')}
        legendHidden
        isRow
        name="method"
        value={IDENTITY_METHOD_CODES[method]}
        options={visibleMethods(context).map((option) => ({
          value: IDENTITY_METHOD_CODES[option],
          label: text(`title.method.${IDENTITY_METHOD_CODES[option]}` as MessageKey),
          disabled: identityMethodState(option, context) !== 'Y',
        }))}
        onChange={(code) => choice.send({ method: code })}
      />
      <noscript>
        <Button kind="secondary" event={{ value: choice.value, send: () => undefined }}>
          {text('noScript.choose')}
        </Button>
      </noscript>
      {!child && visibleMethods(context).some((option) => identityMethodState(option, context) === 'N') ? (
        <p className={styles['hint']}>{text('selfAuth.noContact')}</p>
      ) : null}
      {child ? <Proof actor={actor} method={method} child={child} /> : <NamesForm actor={actor} />}
    </Card>
  );
}
