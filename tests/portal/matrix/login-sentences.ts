import type { LOGIN_CALLS } from './login-calls.ts';
import { type Sentences, saying, sayingOnly } from './sentences.ts';

/** A code that the server does not know is over. */
const GONE: Sentences = { '404': 'qr.expired', 'a refusal 010_3': 'qr.expired' };

/** The message at a sign-in, by the call that has met a fault; a call without a row shows none. */
export const LOGIN_SENTENCES: Readonly<Partial<Record<keyof typeof LOGIN_CALLS, Sentences>>> = {
  'GET /summary/auth': sayingOnly('notice.invalidAccess', {
    unauthorized: 'notice.unauthorized',
    busy: 'redirect.unanswered',
    trouble: 'redirect.unanswered',
    unreachable: 'redirect.unanswered',
  }),
  'GET /data/sso/config/{clientId}': sayingOnly('identity.serviceUnknown'),
  'GET /data/sso/authenticator/{userId}': sayingOnly('chooser.lookUpFailed'),
  'POST /auth/policy/check': saying({ refused: 'info.failure.authentication.failure' }),
  'POST /login/password, before the methods': saying({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /authenticate, first step': saying({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /authenticate, second step': saying({
    refused: 'info.failure.otp.authentication',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /login/oidc': saying({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /auth/login/oidc': saying({
    refused: 'info.fidotoken.failure.authentication',
    unauthorized: 'remark.policyChanged',
    outdated: 'remark.policyChanged',
  }),
  'POST /auth/login/fido': saying({ refused: 'info.fidotoken.failure.authentication' }),
  'POST /auth/oauth2/mfa/check, passkey': saying({
    refused: 'info.fidotoken.failure.authentication',
    unauthorized: 'notice.unauthorized',
    outdated: 'notice.unauthorized',
  }),
  'POST /token/access': saying({ refused: 'info.failure.otp.send' }),
  'POST /auth/oauth2/send/sms': saying({ refused: 'info.failure.otp.send' }),
  'POST /auth/oauth2/send/inmail': saying({ refused: 'info.failure.otp.send' }),
  'POST /auth/oauth2/send/exmail': saying({ refused: 'info.failure.otp.send' }),
  'POST /mobileapp/push/{userId}': saying({ refused: 'info.failure.authentication.failure' }),
  'GET /data/sso/mobileapp/push/check/{pushId}': saying({
    refused: 'info.failure.authentication.failure',
    trouble: 'push.cutOff',
    unreachable: 'push.cutOff',
  }),
  'DELETE /data/sso/mobileapp/push/{pushId}': sayingOnly('push.cancelled'),
  'GET /data/mobileapp/push/check/{pushId}': saying({
    refused: 'info.failure.authentication.failure',
    trouble: 'push.cutOff',
    unreachable: 'push.cutOff',
  }),
  'DELETE /data/mobileapp/push/{pushId}': sayingOnly('push.cancelled'),
  'GET /mobileapp/qr, first step': saying({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: 'remark.policyChanged',
  }),
  'GET /mobileapp/qr, second step': saying({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'notice.unauthorized',
    outdated: 'notice.unauthorized',
  }),
  'GET /data/sso/mobileapp/qr/check/{qrId}': saying(
    {
      refused: 'info.failure.authentication.failure',
      unauthorized: 'remark.policyChanged',
      outdated: 'remark.policyChanged',
      trouble: null,
      unreachable: null,
    },
    GONE,
  ),
  'GET /data/mobileapp/qr/check/{qrId}': saying(
    {
      refused: 'info.failure.authentication.failure',
      unauthorized: 'notice.unauthorized',
      outdated: 'notice.unauthorized',
      trouble: null,
      unreachable: null,
    },
    GONE,
  ),
  'GET /data/check/provision/mobileapp/{ak}': saying({ refused: 'provisioning.failed' }),
};
