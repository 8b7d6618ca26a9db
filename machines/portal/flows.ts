import type { AuthenticatedMachine } from '#machines/authenticated/authenticated.machine.ts';
import type { ChooserMachine } from '#machines/chooser/chooser.machine.ts';
import type { DeviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import type { DeviceSignInMachine } from '#machines/device-sign-in/device-sign-in.machine.ts';
import type { EmergencyMachine } from '#machines/emergency/emergency.machine.ts';
import type { EndSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import type { ErrorPageMachine } from '#machines/error-page/error-page.machine.ts';
import type { ForgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import { historyMachine } from '#machines/history/history.machine.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { idleMachine } from '#machines/idle/idle.machine.ts';
import { languageMachine } from '#machines/language/language.machine.ts';
import type { ManagementMachine } from '#machines/management/management.machine.ts';
import { networkMachine } from '#machines/network/network.machine.ts';
import type { OfferPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import type { PasskeyMachine } from '#machines/passkey/passkey.machine.ts';
import type { PasswordMachine } from '#machines/password/password.machine.ts';
import type { PasswordExpiryMachine } from '#machines/password-expiry/password-expiry.machine.ts';
import type { ProvisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import type { PushMachine } from '#machines/push/push.machine.ts';
import type { QrMachine } from '#machines/qr/qr.machine.ts';
import type { RedirectMachine } from '#machines/redirect/redirect.machine.ts';
import type { ReturnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';
import type { SecondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import type { SelfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import type { SessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { port } from '#machines/shared/port.ts';
import type { SignedInMachine } from '#machines/signed-in/signed-in.machine.ts';
import type { UrlPasswordMachine } from '#machines/url-password/url-password.machine.ts';

/** Placeholder of a flow whose chunk has not loaded; the `load` port replaces it with the real machine. */
const lazy = <Machine>(flow: string): Machine => port(`portal.${flow}`) as unknown as Machine;

/** Screen flows in the first chunk. */
export const FIRST_FLOWS = {
  'id-entry': idEntryMachine,
};

/**
 * Screen flows that are loaded in separate chunks when they are first opened. This is the only list: chunks
 * (`src/app/flows`), tests, charts and atlas derive from it and from the folders of the same names.
 */
export const LAZY_FLOWS = {
  redirect: lazy<RedirectMachine>('redirect'),
  'error-page': lazy<ErrorPageMachine>('error-page'),
  password: lazy<PasswordMachine>('password'),
  chooser: lazy<ChooserMachine>('chooser'),
  emergency: lazy<EmergencyMachine>('emergency'),
  'sent-code': lazy<SentCodeMachine>('sent-code'),
  'device-code': lazy<DeviceCodeMachine>('device-code'),
  qr: lazy<QrMachine>('qr'),
  push: lazy<PushMachine>('push'),
  passkey: lazy<PasskeyMachine>('passkey'),
  'second-factor': lazy<SecondFactorMachine>('second-factor'),
  'end-sign-ins': lazy<EndSignInsMachine>('end-sign-ins'),
  'offer-passkey': lazy<OfferPasskeyMachine>('offer-passkey'),
  'return-to-service': lazy<ReturnToServiceMachine>('return-to-service'),
  'session-expiry': lazy<SessionExpiryMachine>('session-expiry'),
  authenticated: lazy<AuthenticatedMachine>('authenticated'),
  provisioning: lazy<ProvisioningMachine>('provisioning'),
  'self-auth': lazy<SelfAuthMachine>('self-auth'),
  'url-password': lazy<UrlPasswordMachine>('url-password'),
  'forgot-password': lazy<ForgotPasswordMachine>('forgot-password'),
  'password-expiry': lazy<PasswordExpiryMachine>('password-expiry'),
  management: lazy<ManagementMachine>('management'),
  'signed-in': lazy<SignedInMachine>('signed-in'),
  'device-sign-in': lazy<DeviceSignInMachine>('device-sign-in'),
};

/** Flows without a screen, which run in the background. */
export const BACKGROUND_FLOWS = {
  history: historyMachine,
  idle: idleMachine,
  language: languageMachine,
  network: networkMachine,
  'service-info': serviceInfoMachine,
};

export type LazyFlow = keyof typeof LAZY_FLOWS;
export type ScreenFlow = keyof typeof FIRST_FLOWS | LazyFlow;

/** All flows with a screen. */
export const SCREEN_FLOWS = Object.keys({ ...FIRST_FLOWS, ...LAZY_FLOWS }) as readonly ScreenFlow[];
