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

/** The text keys of the submit button, by the purpose of the identity check. */
const SUBMIT_LABELS = { create: 'action.create', change: 'action.change', other: 'action.register' } as const;

/** The state of a method that can be chosen. */
const ENABLED_STATE = 'Y';
/** The state of a method whose contact or device the person does not have. */
const MISSING_STATE = 'N';

/** The properties of the field for a contact, by the type of the contact. */
const CONTACT_FIELDS = {
  phoneNumber: { label: 'selfAuth.phone', type: 'tel', autoComplete: 'tel' },
  inmail: { label: 'selfAuth.internalMail', type: 'email', autoComplete: 'email' },
  exmail: { label: 'selfAuth.privateMail', type: 'email', autoComplete: 'email' },
} as const;

/** Reads the identity method from a posted type code. */
const readMethod: ReadField<IdentityMethod> = ({ method }) =>
  (Object.keys(IDENTITY_METHOD_CODES) as IdentityMethod[]).find(
    (candidate) => IDENTITY_METHOD_CODES[candidate] === method,
  );

export const SELF_AUTH_FORMS = {
  'method.chosen': { method: readMethod },
  'names.submitted': {
    lastName: textField('lastName'),
    firstName: textField('firstName'),
    info: textField('info'),
  },
} satisfies FormTable<EventFromLogic<SelfAuthMachine>>;

/** The form with the names and one contact of the person (spec section 2). */
function NamesForm({ actor }: Props) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, SELF_AUTH_FORMS);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { method, problem, failure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const contactField = CONTACT_FIELDS[contactTypeOf(method ?? 'sms')];

  useAttention(failure, field, 'now');

  const reportEdit = () => actor.send({ type: 'names.edited' });
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
          onChange={reportEdit}
        />
        <TextField
          label={text('selfAuth.firstName')}
          name="firstName"
          autoComplete="given-name"
          readOnly={isBusy}
          onChange={reportEdit}
        />
      </div>
      <TextField
        ref={field}
        label={text(contactField.label)}
        name="info"
        type={contactField.type}
        autoComplete={contactField.autoComplete}
        enterKeyHint="next"
        readOnly={isBusy}
        onChange={reportEdit}
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

/** The proof with the chosen method, and the button that goes back. */
function IdentityProof({
  actor,
  method,
  child,
}: Props & { readonly method: IdentityMethod; readonly child: AnyActorRef }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const mode = useSelector(actor, ({ context }) => context.mode);
  const submitLabel = SUBMIT_LABELS[mode];
  const checkCall = { failureTitle: 'selfAuth.failed', call: 'check' } as const;
  const adjacentButton = (
    <Button kind="secondary" event={event({ type: 'step.back' })}>
      {text('action.previous')}
    </Button>
  );
  const proofProps = { submitLabel, adjacentButton, ...checkCall };
  // The casts are safe because the machine runs the child flow of the chosen method.
  if (method === 'mobileOtp') return <DeviceCodeProof actor={child as never} {...proofProps} />;
  if (method !== 'push') return <SentCodeProof actor={child as never} {...proofProps} />;
  return (
    <>
      <PushProof actor={child as never} {...checkCall} />
      <ButtonRow>
        <Button disabled>{text(submitLabel)}</Button>
        {adjacentButton}
      </ButtonRow>
    </>
  );
}

/** The screen of the identity check (spec section 2, "Self-authentication"). */
export function SelfAuthView({ actor }: Props) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, SELF_AUTH_FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { method, userId } = context;
  const title = text('title.selfAuth');
  const methodEvent = formEvent('method.chosen');

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
          disabled: identityMethodState(option, context) !== ENABLED_STATE,
        }))}
        onChange={(code) => methodEvent.send({ method: code })}
      />
      <noscript>
        <Button kind="secondary" event={{ value: methodEvent.value, send: () => undefined }}>
          {text('noScript.choose')}
        </Button>
      </noscript>
      {!child &&
      visibleMethods(context).some((option) => identityMethodState(option, context) === MISSING_STATE) ? (
        <p className={styles['hint']}>{text('selfAuth.noContact')}</p>
      ) : null}
      {child ? <IdentityProof actor={actor} method={method} child={child} /> : <NamesForm actor={actor} />}
    </Card>
  );
}
