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

/** The text keys of refusals, by error code. */
const REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['clientKey', 'info.mobileapp.failure.clientkey'],
  ['offlineExpired', 'registerApp.offlineExpired'],
]);

/** The text keys of refusals in the registration of a standard authenticator, by error code. */
const STANDARD_REFUSAL_KEYS: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['005_1', 'registerApp.wrongCode'],
]);

/** All registration methods of the app, in display order. */
const METHODS: readonly AppMethod[] = ['sms', 'qrCode', 'offline', 'standard'];

/**
 * The method that is selected at first: the QR code, because it needs no message. On a phone, which cannot scan its own
 * screen, the first method that can be used.
 */
function initialMethod(
  offeredMethods: readonly AppMethod[],
  phoneNumber: string | null,
  isPhone: boolean,
): AppMethod | undefined {
  const usableMethods = offeredMethods.filter((method) => method !== 'sms' || phoneNumber !== null);
  return !isPhone && usableMethods.includes('qrCode') ? 'qrCode' : usableMethods[0];
}

const METHOD_KEYS: Readonly<Record<AppMethod, { readonly label: MessageKey; readonly hint: MessageKey }>> = {
  sms: { label: 'registerApp.way.sms', hint: 'registerApp.hint.sms' },
  qrCode: { label: 'registerApp.way.qrCode', hint: 'registerApp.hint.qrCode' },
  offline: { label: 'registerApp.way.offline', hint: 'registerApp.hint.offline' },
  standard: { label: 'registerApp.way.standard', hint: 'registerApp.hint.standard' },
};

const FORMS = {
  'method.chosen': { method: choiceField('method', METHODS) },
} satisfies FormTable<EventFromLogic<RegisterAppMachine>>;

/** The registration of the mobile app: the choice of the method, then the steps of the chosen method. */
export function RegisterAppView({ actor }: { readonly actor: ActorRefFrom<RegisterAppMachine> }) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { appMethods, phoneNumber, hasApp, failure, code } = snapshot.context;
  const offeredMethods = METHODS.filter((method) => appMethods[method]);
  const selectedMethod = initialMethod(offeredMethods, phoneNumber, isOnPhone(navigator));
  const { config, origin } = usePortalSelector(({ context }) => context);
  const address = config.phoneApp === 'web' ? webAppAddress(origin) : null;
  const submitButton = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const goBack = () => actor.send({ type: 'registration.back' });
  const backButton = (
    <Button kind="secondary" disabled={snapshot.hasTag('busy')} onClick={goBack}>
      {text('action.previous')}
    </Button>
  );
  const isEnteringKey = ['enteringKey', 'exchanging', 'fetching', 'keyRefused'].some((state) =>
    snapshot.matches(state as 'enteringKey'),
  );
  const isOsStep = snapshot.matches('choosingOs') || snapshot.matches('registering');
  const isOfflineStep = isEnteringKey || isOsStep || snapshot.matches('comparing');
  const isCodeStep = snapshot.matches('shown') || (snapshot.matches('expired') && code !== null);
  const isStandardStep = snapshot.matches('adding') || snapshot.matches('secretExpired');
  const isLinkStep = snapshot.matches('waiting') || (snapshot.matches('expired') && code === null);

  /**
   * An instruction for the app of the operator: with the first key for a native app, with the second key for the web
   * app.
   */
  const instruction = (nativeKey: MessageKey, webKey: MessageKey): ReactNode =>
    address === null ? (
      text(nativeKey)
    ) : (
      <WithAddress address={address}>{text(webKey, { address })}</WithAddress>
    );
  const keyLead = isEnteringKey ? instruction('registerApp.keyLead', 'registerApp.keyLeadWeb') : undefined;
  const offlineLead = isOsStep ? text('registerApp.osLead') : keyLead;
  const choosingLead = text(hasApp ? 'registerApp.leadReplacing' : 'registerApp.lead');
  const stepLead = isStandardStep && !snapshot.hasTag('blank') ? text('registerApp.add') : offlineLead;
  const lead = snapshot.matches('choosing') ? choosingLead : stepLead;

  const onlineFallbackKey = isStandardStep ? 'registerApp.standardFailed' : 'registerApp.failed';
  const fallbackKey = isOfflineStep ? 'info.mobileapp.failure.offline' : onlineFallbackKey;
  const isCreating =
    !isLinkStep && !isCodeStep && !isOfflineStep && !isStandardStep && snapshot.hasTag('busy');
  const hasExpired = snapshot.hasTag('blank');
  const codeInstruction = () =>
    snapshot.hasTag('typing')
      ? instruction('registerApp.type', 'registerApp.typeWeb')
      : instruction('registerApp.scan', 'registerApp.scanWeb');

  /** The message that says what the link or code is for, or that it has expired. */
  function message(): ReactNode {
    if (isLinkStep && hasExpired) return text('registerApp.linkExpired');
    if (isLinkStep) return text('registerApp.linkSent', { phone: phoneNumber ?? '' });
    if (isCodeStep) return hasExpired ? text('registerApp.codeExpired') : codeInstruction();
    if (isStandardStep && hasExpired) return text('registerApp.secretExpired');
    return null;
  }

  function stepContent() {
    if (isLinkStep) return <LinkPart actor={actor} backButton={backButton} />;
    if (isCodeStep) return <AppCodePart actor={actor} backButton={backButton} />;
    if (isOfflineStep) return <OfflinePart actor={actor} backButton={backButton} />;
    if (isStandardStep) return <StandardPart actor={actor} backButton={backButton} field={field} />;
    if (isCreating) return <Spinner />;
    if (offeredMethods.length === 0) {
      return (
        <>
          <Message tone="warning">{text('info.failure.noMethod')}</Message>
          {backButton}
        </>
      );
    }
    return (
      <Form event={scriptFormEvent('method.chosen')}>
        <RadioGroup
          legend={text('registerApp.ways')}
          name="method"
          defaultValue={selectedMethod}
          options={offeredMethods.map((value) => ({
            value,
            label: text(METHOD_KEYS[value].label),
            hint: text(
              value === 'sms' && phoneNumber === null ? 'registerApp.noPhone' : METHOD_KEYS[value].hint,
            ),
            disabled: value === 'sms' && phoneNumber === null,
          }))}
        />
        <ButtonRow>
          <Button ref={submitButton} type="submit" disabled={selectedMethod === undefined}>
            {text('action.next')}
          </Button>
          {backButton}
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
      <Message tone={hasExpired ? 'warning' : 'info'} live="polite">
        {message()}
      </Message>
      <Status>{isCreating ? text('registration.checking') : null}</Status>
      {stepContent()}
      <RegistrationFailure
        failure={failure}
        refusalKeys={isStandardStep ? STANDARD_REFUSAL_KEYS : REFUSAL_KEYS}
        fallbackKey={fallbackKey}
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={isStandardStep ? field : submitButton}
      />
    </Card>
  );
}
