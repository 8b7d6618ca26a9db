import { useSelector } from '@xstate/react';
import { type ReactNode, useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { RegisterAppMachine } from '#machines/register-app/register-app.machine.ts';
import type { AppMethod } from '#machines/shared/registration.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { choiceField, type FormTable } from '#src/app/form-table.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { isOnPhone } from '#src/app/on-phone.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import { Message } from '#src/ui/message.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { Status } from '#src/ui/status.tsx';
import { WithAddress } from '#src/ui/with-address.tsx';
import { RegistrationFailure } from '#src/views/registration/registration-failure.tsx';
import { webAppAddress } from '#wire/app-links.ts';
import { AppCodePart } from './app-code.tsx';
import { LinkPart } from './link.tsx';
import { OfflinePart } from './offline.tsx';
import { StandardPart } from './standard.tsx';

const FAILURES: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['clientKey', 'info.mobileapp.failure.clientkey'],
  ['offlineExpired', 'registerApp.offlineExpired'],
]);

/** Refusals for a standard authenticator. */
const STANDARD_FAILURES: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['005_1', 'registerApp.wrongCode'],
]);

const METHODS: readonly AppMethod[] = ['sms', 'qrCode', 'offline', 'standard'];

/** The preselected method: a QR code, because it costs no message; not on a phone, which cannot scan its own screen. */
function initialMethod(
  offeredMethods: readonly AppMethod[],
  phoneNumber: string | null,
  isPhone: boolean,
): AppMethod | undefined {
  const usable = offeredMethods.filter((method) => method !== 'sms' || phoneNumber !== null);
  return !isPhone && usable.includes('qrCode') ? 'qrCode' : usable[0];
}

const METHOD_TEXTS: Readonly<Record<AppMethod, { readonly label: MessageKey; readonly hint: MessageKey }>> = {
  sms: { label: 'registerApp.way.sms', hint: 'registerApp.hint.sms' },
  qrCode: { label: 'registerApp.way.qrCode', hint: 'registerApp.hint.qrCode' },
  offline: { label: 'registerApp.way.offline', hint: 'registerApp.hint.offline' },
  standard: { label: 'registerApp.way.standard', hint: 'registerApp.hint.standard' },
};

const FORMS = {
  'method.chosen': { method: choiceField('method', METHODS) },
} satisfies FormTable<EventFromLogic<RegisterAppMachine>>;

/** The registration of the mobile app: the method, then the steps of that method. */
export function RegisterAppView({ actor }: { readonly actor: ActorRefFrom<RegisterAppMachine> }) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { appMethods, phoneNumber, hasApp, failure, code } = snapshot.context;
  const offeredMethods = METHODS.filter((method) => appMethods[method]);
  const method = initialMethod(offeredMethods, phoneNumber, isOnPhone(navigator));
  const { config, origin } = usePortalSelector(({ context }) => context);
  const address = config.phoneApp === 'web' ? webAppAddress(origin) : null;
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const goBack = () => actor.send({ type: 'registration.back' });
  const previous = (
    <Button kind="secondary" disabled={snapshot.hasTag('busy')} onClick={goBack}>
      {text('action.previous')}
    </Button>
  );
  const isEnteringKey = ['enteringKey', 'exchanging', 'fetching', 'keyRefused'].some((state) =>
    snapshot.matches(state as 'enteringKey'),
  );
  const isLastStep = snapshot.matches('choosingOs') || snapshot.matches('registering');
  const isOffline = isEnteringKey || isLastStep || snapshot.matches('comparing');
  const isCode = snapshot.matches('shown') || (snapshot.matches('expired') && code !== null);
  const isStandard = snapshot.matches('adding') || snapshot.matches('secretExpired');
  const isLink = snapshot.matches('waiting') || (snapshot.matches('expired') && code === null);

  /** The instruction; `web` when the operator's app is the web app. */
  const instruction = (native: MessageKey, web: MessageKey): ReactNode =>
    address === null ? text(native) : <WithAddress address={address}>{text(web, { address })}</WithAddress>;
  const keyLead = isEnteringKey ? instruction('registerApp.keyLead', 'registerApp.keyLeadWeb') : undefined;
  const offlineLead = isLastStep ? text('registerApp.osLead') : keyLead;
  const choosingLead = text(hasApp ? 'registerApp.leadReplacing' : 'registerApp.lead');
  const standardLead = isStandard && !snapshot.hasTag('blank') ? text('registerApp.add') : offlineLead;
  const lead = snapshot.matches('choosing') ? choosingLead : standardLead;

  const standardFailed = isStandard ? 'registerApp.standardFailed' : 'registerApp.failed';
  const fallbackKey = isOffline ? 'info.mobileapp.failure.offline' : standardFailed;
  const isCreating = !isLink && !isCode && !isOffline && !isStandard && snapshot.hasTag('busy');
  const isExpired = snapshot.hasTag('blank');
  const codeInstruction = () =>
    snapshot.hasTag('typing')
      ? instruction('registerApp.type', 'registerApp.typeWeb')
      : instruction('registerApp.scan', 'registerApp.scanWeb');

  /** The purpose of the link or code, and whether it has expired. */
  function note(): ReactNode {
    if (isLink && isExpired) return text('registerApp.linkExpired');
    if (isLink) return text('registerApp.linkSent', { phone: phoneNumber ?? '' });
    if (isCode) return isExpired ? text('registerApp.codeExpired') : codeInstruction();
    if (isStandard && isExpired) return text('registerApp.secretExpired');
    return null;
  }

  function body() {
    if (isLink) return <LinkPart actor={actor} previous={previous} />;
    if (isCode) return <AppCodePart actor={actor} previous={previous} />;
    if (isOffline) return <OfflinePart actor={actor} previous={previous} />;
    if (isStandard) return <StandardPart actor={actor} previous={previous} field={field} />;
    if (isCreating) return <Spinner />;
    if (offeredMethods.length === 0) {
      return (
        <>
          <Message tone="warning">{text('info.failure.noMethod')}</Message>
          {previous}
        </>
      );
    }
    return (
      <Form event={scriptFormEvent('method.chosen')}>
        <RadioGroup
          legend={text('registerApp.ways')}
          name="method"
          defaultValue={method}
          options={offeredMethods.map((value) => ({
            value,
            label: text(METHOD_TEXTS[value].label),
            hint: text(
              value === 'sms' && phoneNumber === null ? 'registerApp.noPhone' : METHOD_TEXTS[value].hint,
            ),
            disabled: value === 'sms' && phoneNumber === null,
          }))}
        />
        <ButtonRow>
          <Button ref={button} type="submit" disabled={method === undefined}>
            {text('action.next')}
          </Button>
          {previous}
        </ButtonRow>
        <Message tone="info">
          {address === null ? null : (
            <WithAddress address={address}>{text('registerApp.getWeb', { address })}</WithAddress>
          )}
        </Message>
      </Form>
    );
  }

  return (
    <Card title={text('title.registration.9')} lead={lead}>
      <Message tone={isExpired ? 'warning' : 'info'} live="polite">
        {note()}
      </Message>
      <Status>{isCreating ? text('registration.checking') : null}</Status>
      {body()}
      <RegistrationFailure
        failure={failure}
        texts={isStandard ? STANDARD_FAILURES : FAILURES}
        fallbackKey={fallbackKey}
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={isStandard ? field : button}
      />
    </Card>
  );
}
