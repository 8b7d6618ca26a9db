import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { SelfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import {
  CODE_OF,
  contactTypeOf,
  type IdentityWay,
  shownWays,
  stateOf,
} from '#machines/shared/identity-ways.ts';
import { useFormEvents } from '#src/app/form-events.ts';
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

/** Names and one contact (spec section 2). */
function NamesForm({ actor }: Props) {
  const text = useText();
  const { event, posts } = useFormEvents(actor);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { way, problem, failure } = snapshot.context;
  const [names, setNames] = useState({ lastName: '', firstName: '', info: '' });
  const field = useRef<HTMLInputElement>(null);
  const { error, announce } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const contact = FIELDS[contactTypeOf(way ?? 'sms')];

  useAttention(failure, field, 'now');

  const change = (name: keyof typeof names) => (value: string) => {
    setNames({ ...names, [name]: value });
    actor.send({ type: 'names.edited' });
  };
  const isMismatch = failure?.kind === 'rejected' && failure.status === 400;
  const refused = failure ? (isMismatch ? text('info.failure.noMatch') : failureText(failure)) : undefined;
  return (
    <Form
      onSubmit={() => {
        actor.send({ type: 'names.submitted', ...names });
        announce();
      }}
      posts={posts('names.submitted')}
    >
      <div className={styles['names']}>
        <TextField
          label={text('selfAuth.lastName')}
          name="lastName"
          autoComplete="family-name"
          readOnly={isBusy}
          value={names.lastName}
          onChange={change('lastName')}
        />
        <TextField
          label={text('selfAuth.firstName')}
          name="firstName"
          autoComplete="given-name"
          readOnly={isBusy}
          value={names.firstName}
          onChange={change('firstName')}
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
        value={names.info}
        onChange={change('info')}
        error={error ?? refused}
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

/** The proof of the chosen way, and the ways on. */
function Proof({ actor, way, child }: Props & { readonly way: IdentityWay; readonly child: AnyActorRef }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const mode = useSelector(actor, ({ context }) => context.mode);
  const submit = LABELS[mode];
  const checkCall = { failed: 'selfAuth.failed', call: 'check' } as const;
  const trailing = (
    <Button kind="secondary" event={event({ type: 'step.back' })}>
      {text('action.previous')}
    </Button>
  );
  const shared = { submit, trailing, ...checkCall };
  if (way === 'mobileOtp') return <DeviceCodeProof actor={child as never} {...shared} />;
  if (way !== 'push') return <SentCodeProof actor={child as never} {...shared} />;
  return (
    <>
      <PushProof actor={child as never} {...checkCall} />
      <ButtonRow>
        <Button disabled>{text(submit)}</Button>
        {trailing}
      </ButtonRow>
    </>
  );
}

/** The self-authentication screen (spec section 2). */
export function SelfAuthView({ actor }: Props) {
  const text = useText();
  const { event, posts } = useFormEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { way, userId } = context;
  const title = text('title.selfAuth');

  if (snapshot.matches('lookingUp')) return <Waiting title={title} hint={text('selfAuth.looking')} />;
  if (snapshot.matches('unavailable') || way === null) {
    return (
      <Card title={title} lead={text('info.failure.noMethod')}>
        <p>{text('selfAuth.askAdministrator')}</p>
        <Button event={event({ type: 'step.back' })}>{text('action.previous')}</Button>
      </Card>
    );
  }
  const child = ['sent-code', 'device-code', 'push']
    .map((name) => snapshot.children[name as 'push'])
    .find((found) => found !== undefined);
  return (
    <Card title={title} lead={child ? undefined : text('selfAuth.lead', { userId })}>
      <RadioGroup
        legend={text('selfAuth.way')}
        legendHidden
        isRow
        name="way"
        value={CODE_OF[way]}
        options={shownWays(context).map((shown) => ({
          value: CODE_OF[shown],
          label: text(`title.method.${CODE_OF[shown]}` as MessageKey),
          disabled: stateOf(shown, context) !== 'Y',
        }))}
        onChange={(code) => {
          const chosen = shownWays(context).find((shown) => CODE_OF[shown] === code);
          if (chosen) actor.send({ type: 'way.chosen', way: chosen });
        }}
      />
      <noscript>
        <Button kind="secondary" event={{ value: posts('way.chosen'), send: () => undefined }}>
          {text('noScript.choose')}
        </Button>
      </noscript>
      {!child && shownWays(context).some((shown) => stateOf(shown, context) === 'N') ? (
        <p className={styles['hint']}>{text('selfAuth.noContact')}</p>
      ) : null}
      {child ? <Proof actor={actor} way={way} child={child} /> : <NamesForm actor={actor} />}
    </Card>
  );
}
