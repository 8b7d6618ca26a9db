import { useSelector } from '@xstate/react';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import { type EntryMode, entryModeOf, hasModeChoice, usesPasskeys } from '#machines/id-entry/entry-mode.ts';
import type { IdEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { useAfterHydration } from '#src/app/after-hydration.ts';
import { useDeferredBusySnapshot } from '#src/app/deferred-busy-snapshot.ts';
import { useDrafts } from '#src/app/drafts.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { fillField } from '#src/ui/field-text.ts';
import { EventsForm, Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { HangulOffer } from '#src/views/hangul-offer.tsx';
import { useAttention } from '#src/views/use-attention.ts';
import { PasskeyEntry } from './passkey-entry.tsx';
import { ServiceList } from './service-list.tsx';

/** The text keys of the reasons why a person has to sign in again. */
const REAUTH_REASON_KEYS = {
  renew: 'identity.askedRenew',
  more: 'identity.askedMore',
  elsewhere: 'identity.askedElsewhere',
} as const;

export const ID_ENTRY_FORMS = {
  'identity.submitted': { userId: textField('username') },
} satisfies FormTable<EventFromLogic<IdEntryMachine>>;

/** The ID entry (spec section 2, "Login"). */
export function IdEntryView({ actor }: { readonly actor: ActorRefFrom<IdEntryMachine> }) {
  const text = useText();
  const { formEvent } = useFormEvents(actor, ID_ENTRY_FORMS);
  const portalEvents = useFormEvents(usePortal());
  const failureText = useFailureText();
  const snapshot = useDeferredBusySnapshot(actor);
  const { userId, client: offeredMethods, problem } = snapshot.context;
  const support = useAfterHydration(snapshot.context.support, 'supported');
  const client = usePortalSelector(({ context }) => context.client);
  const reauthReason = usePortalSelector(({ context }) => context.session.person.reauthReason);
  const remark = usePortalSelector(({ context }) => context.remark);
  const company = usePortalSelector(({ context }) => context.session.request.company);
  const isServiceUnknown = useSelector(
    usePortalSelector(({ children }) => children['service-info']),
    (info) => info?.matches('unanswered') === true && info.context.config === null && client === null,
  );
  const drafts = useDrafts();
  const typedId = drafts.typedIdFor(userId) ?? userId;
  const field = useRef<HTMLInputElement>(null);
  const blankProblem = problem?.kind === 'blank' ? 'info.enter.id' : null;
  const { error, announceProblem } = useFieldProblem(actor, blankProblem, field);
  const isBusy = snapshot.hasTag('busy');
  const mode = entryModeOf(snapshot.context);
  // A person who wants to register a passkey may have none, so the person types the ID in either mode (rule 151).
  const isRegistering = remark === 'remark.registerPasskey';
  const isByPasskey = mode === 'passkey' && !isRegistering;
  const isSupported = support === 'supported';
  const unsupportedId = useId();
  const hasChoice = hasModeChoice(offeredMethods) && !isRegistering;

  // The person may have typed before the portal runs, because the server renders the field (`src/server-portal.tsx`).
  const initialUserId = useRef(userId);
  useLayoutEffect(() => {
    const fieldText = field.current?.value ?? initialUserId.current;
    const savedId = drafts.typedIdFor(fieldText);
    if (fieldText !== initialUserId.current) drafts.saveTypedId(fieldText, initialUserId.current);
    else if (savedId !== null) fillField(field.current, savedId);
  }, [drafts]);

  // Restores the chosen mode. An effect, because the settings of the service may arrive after the first render.
  useEffect(() => {
    if (hasChoice && isSupported && drafts.getMode() === 'passkey') {
      actor.send({ type: 'mode.chosen', mode: 'passkey' });
    }
  }, [actor, drafts, hasChoice, isSupported]);

  const refusal = problem?.kind === 'refused' || problem?.kind === 'noPasskey' ? problem.failure : null;
  useAttention(refusal, field, 'now');

  const passkeyProblem =
    problem?.kind === 'noPasskey'
      ? failureText(problem.failure, undefined, 'info.fidotoken.failure.authentication')
      : null;
  const fieldProblem =
    error ?? (problem?.kind === 'refused' ? failureText(problem.failure) : (passkeyProblem ?? undefined));

  function chooseMode(newMode: EntryMode) {
    drafts.setMode(newMode);
    actor.send({ type: 'mode.chosen', mode: newMode });
  }

  function saveTypedId(newId: string) {
    drafts.saveTypedId(newId, userId);
    actor.send({ type: 'identity.edited' });
  }

  const idEvent = formEvent('identity.submitted', announceProblem);
  const submitEvent = {
    ...idEvent,
    send(fields: Fields) {
      // A password manager may fill the field without an input event.
      const { username = '' } = fields;
      if (username !== typedId) saveTypedId(username);
      idEvent.send(fields);
    },
  };

  if (snapshot.matches('noService')) {
    return (
      <>
        <EventsForm />
        <ServiceList />
      </>
    );
  }

  const service = client?.serviceName || company;
  const lead =
    service === ''
      ? text(isByPasskey ? 'identity.leadPasskeyUnknown' : 'identity.leadUnknown')
      : text(isByPasskey ? 'identity.leadPasskey' : 'identity.lead', { service });
  return (
    <Card
      title={text(isRegistering ? 'identity.registerPasskey' : 'title.identity')}
      lead={isRegistering ? undefined : lead}
    >
      <Message tone="info" live="polite">
        {remark ? text(remark) : null}
      </Message>
      {reauthReason === '' ? null : <Message tone="info">{text(REAUTH_REASON_KEYS[reauthReason])}</Message>}
      {client?.displayContent ? <Message tone="info">{client.displayContent}</Message> : null}
      <Message tone="warning" live="polite">
        {isServiceUnknown ? text('identity.serviceUnknown') : null}
      </Message>
      {hasChoice ? (
        <RadioGroup
          legend={text('identity.mode')}
          legendHidden
          isRow
          name="mode"
          value={mode}
          options={[
            { value: 'id', label: text('identity.modeId') },
            {
              value: 'passkey',
              label: text('identity.modePasskey'),
              disabled: !isSupported,
              describedBy: isSupported ? undefined : unsupportedId,
            },
          ]}
          onChange={chooseMode}
        />
      ) : null}
      {isByPasskey ? (
        <>
          <EventsForm />
          <PasskeyEntry
            support={support}
            isBusy={isBusy}
            isPrompting={snapshot.hasTag('asking')}
            isCancelled={problem?.kind === 'cancelled'}
            problem={passkeyProblem}
            onPress={() => actor.send({ type: 'passkey.request' })}
          />
        </>
      ) : (
        <Form event={submitEvent} postsEvents>
          <TextField
            ref={field}
            label={text('identity.label')}
            name="username"
            autoComplete={
              usesPasskeys({ client: offeredMethods, support }) ? 'username webauthn' : 'username'
            }
            enterKeyHint="next"
            autoFocus
            readOnly={isBusy}
            defaultValue={typedId}
            onChange={saveTypedId}
            error={fieldProblem}
          />
          <HangulOffer field={field} />
          <Button type="submit" busy={isBusy} busyLabel={text('identity.checking')}>
            {text('action.next')}
          </Button>
        </Form>
      )}
      {isRegistering ? (
        <Button
          kind="secondary"
          disabled={isBusy}
          event={portalEvents.event({ type: 'route.requested', address: '/first' })}
        >
          {text('action.cancel')}
        </Button>
      ) : null}
      {client?.qrCode ? (
        <Button kind="secondary" disabled={isBusy} event={portalEvents.event({ type: 'qr.choose' })}>
          {text('identity.qr')}
        </Button>
      ) : null}
      {client?.passkey && !isRegistering ? (
        <Button kind="quiet" disabled={isBusy} event={portalEvents.event({ type: 'passkey.register' })}>
          {text('identity.registerPasskey')}
        </Button>
      ) : null}
      {/* This message appears after hydration, because only the browser knows its support of passkeys. It is below the
          other controls, so that its appearance does not move them. */}
      {hasChoice && !isSupported ? (
        <div id={unsupportedId}>
          <Message tone="info">{text(`passkey.${support}`)}</Message>
        </div>
      ) : null}
    </Card>
  );
}
