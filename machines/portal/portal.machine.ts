import { BACKGROUND_ACTORS, globalTransitions } from './background.ts';
import { initialContext, portalSetup } from './portal.setup.ts';
import { authenticated } from './screens/authenticated.ts';
import { chooser } from './screens/chooser.ts';
import { deviceCode } from './screens/device-code.ts';
import { deviceSignIn } from './screens/device-sign-in.ts';
import { emergency } from './screens/emergency.ts';
import { endSignIns } from './screens/end-sign-ins.ts';
import { errorPage } from './screens/error-page.ts';
import { forgotPassword } from './screens/forgot-password.ts';
import { idEntry } from './screens/id-entry.ts';
import { management } from './screens/management.ts';
import { offerPasskey } from './screens/offer-passkey.ts';
import { passkey } from './screens/passkey.ts';
import { password } from './screens/password.ts';
import { passwordExpiry } from './screens/password-expiry.ts';
import { provisioning } from './screens/provisioning.ts';
import { push } from './screens/push.ts';
import { qr } from './screens/qr.ts';
import { redirect } from './screens/redirect.ts';
import { renewing } from './screens/renewing.ts';
import { returnToService } from './screens/return-to-service.ts';
import { secondFactor } from './screens/second-factor.ts';
import { selfAuth } from './screens/self-auth.ts';
import { sentCode } from './screens/sent-code.ts';
import { serviceInfo } from './screens/service-info.ts';
import { serviceResult } from './screens/service-result.ts';
import { sessionExpiry } from './screens/session-expiry.ts';
import { sessionLost } from './screens/session-lost.ts';
import { signedIn } from './screens/signed-in.ts';
import { urlPassword } from './screens/url-password.ts';
import { afterLogin, beginAgain, logout } from './transient-states.ts';

/**
 * The portal machine. Its states are the screens of spec section 2, and states that choose the next screen. It starts
 * the machines of the screens and stores the session values.
 */
export const portalMachine = portalSetup.createMachine({
  id: 'portal',
  context: ({ input }) => initialContext(input),
  ...globalTransitions,
  invoke: BACKGROUND_ACTORS,
  initial: 'routeByAddress',
  states: {
    routeByAddress: {
      description: 'Chooses the screen for the requested address.',
      always: [
        { guard: 'hasDeclined', target: 'error-page', actions: 'setDeclinedReason' },
        { guard: 'isSignedInAtHome', target: 'signed-in' },
        { guard: { type: 'isAt', params: 'root' }, target: 'id-entry.withoutRequest' },
        { guard: { type: 'isAt', params: 'login' }, target: 'id-entry.withoutRequest' },
        { guard: 'isInitialRequest', target: 'id-entry.withRequest', actions: 'beginInitialRequest' },
        { guard: { type: 'isAt', params: 'redirect' }, target: 'redirect' },
        { guard: { type: 'isAt', params: 'first' }, target: 'id-entry.withRequest' },
        { guard: { type: 'isAt', params: 'logout' }, target: 'logout' },
        {
          guard: { type: 'isAt', params: 'error' },
          target: 'error-page',
          actions: 'setRequestedReason',
        },
        {
          guard: { type: 'isAt', params: 'unknown' },
          target: 'error-page',
          actions: { type: 'setErrorReason', params: '' },
        },
        { guard: { type: 'isAt', params: 'result' }, target: 'service-result' },
        { guard: { type: 'isAt', params: 'authenticated' }, target: 'authenticated' },
        { guard: { type: 'isAt', params: 'device-sign-in' }, target: 'device-sign-in' },
        { guard: { type: 'isAt', params: 'auth' }, target: 'authorizing' },
        {
          guard: 'lacksLink',
          target: 'error-page',
          actions: { type: 'setErrorReason', params: 'invalidAccess' },
        },
        { guard: { type: 'isAt', params: 'url-password' }, target: 'url-password' },
        { guard: { type: 'isAt', params: 'forgot-password' }, target: 'forgot-password' },
        { guard: 'lacksPasswordChange', target: 'id-entry.withoutRequest' },
        { guard: { type: 'isAt', params: 'password-expiry' }, target: 'password-expiry' },
        {
          guard: 'lacksAk',
          target: 'error-page',
          actions: { type: 'setErrorReason', params: 'invalidAccess' },
        },
        { guard: { type: 'isAt', params: 'provisioning' }, target: 'provisioning' },
        { guard: 'isUnknownUserAtQr', target: 'openMethod', actions: 'setRequestedMethod' },
        { guard: 'isUnknownUserAtPasskey', target: 'id-entry.toRegister', actions: 'requestPasskey' },
        { guard: 'isUnknownUserAtManagement', target: 'id-entry.withRequest', actions: 'setBegunAtIdEntry' },
        { guard: 'isUnknownUser', target: 'id-entry.withRequest' },
        { guard: 'lacksSecondToken', target: 'id-entry.withRequest' },
        { guard: 'isAtSecondWithoutProof', target: 'id-entry.withRequest' },
        { guard: 'lacksPolicy', target: 'renewing' },
        { guard: { type: 'isAt', params: 'self-auth' }, target: 'self-auth' },
        { guard: 'mayManage', target: 'management' },
        { guard: 'isManagementAtSecondStep', target: 'second-factor' },
        { guard: { type: 'isAt', params: 'second' }, target: 'second-factor' },
        { guard: { type: 'isAt', params: 'firstStep' }, target: 'routeByPolicy' },
        { guard: 'cannotManageFromHome', target: 'signed-in', actions: 'setNotManaged' },
        { guard: 'cannotManageLoggedIn', target: 'redirect', actions: 'setNotManaged' },
        { guard: 'needsPasswordGate', target: 'password', actions: 'setNotManaged' },
        { guard: { type: 'isAt', params: 'select' }, target: 'chooser' },
        { guard: 'isAtManagement', target: 'chooser', actions: 'setNotManaged' },
        { target: 'openMethod', actions: 'setRequestedMethod' },
      ],
    },
    authorizing: {
      description: 'Starts a login without a request; a known person goes directly to a method.',
      entry: 'beginWithoutRequest',
      always: [
        { guard: 'isUnknownUser', target: 'id-entry.withRequest' },
        { guard: 'lacksPolicy', target: 'renewing' },
        { target: 'routeByPolicy' },
      ],
    },
    'id-entry': idEntry,
    redirect,
    routeByPolicy: {
      description: 'Chooses the first screen of the first step by the policy.',
      always: [
        { guard: { type: 'isAt', params: 'self-auth' }, target: 'self-auth' },
        { guard: 'mayManage', target: 'management' },
        {
          guard: 'isFirstStepDone',
          target: 'second-factor',
          actions: { type: 'setRemark', params: 'remark.secondOnly' },
        },
        {
          guard: 'hasUnusableApproval',
          target: 'password',
          actions: ['dropApproval', { type: 'setRemark', params: 'remark.qrNotAllowed' }],
        },
        { guard: 'needsPasswordGate', target: 'password', actions: 'setNotManaged' },
        { guard: 'hasApprovedQr', target: 'qr', actions: 'setQrMethod' },
        { guard: 'hasAssertion', target: 'openMethod', actions: 'setPasskeyMethod' },
        { guard: 'hasDefaultMethod', target: 'openMethod', actions: ['setDefaultMethod', 'setNotManaged'] },
        { target: 'chooser', actions: 'setNotManaged' },
      ],
    },
    openMethod: {
      description: 'Opens the screen of a method, or the chooser when the person cannot use it.',
      always: [
        { guard: 'needsClient', target: 'service-info' },
        {
          guard: { type: 'opens', params: 'password' },
          target: 'password',
          actions: 'dropOtherPending',
        },
        { guard: { type: 'opens', params: 'emergency' }, target: 'emergency' },
        { guard: { type: 'opens', params: 'sent-code' }, target: 'sent-code' },
        { guard: { type: 'opens', params: 'device-code' }, target: 'device-code' },
        { guard: { type: 'opens', params: 'qr' }, target: 'qr' },
        { guard: { type: 'opens', params: 'push' }, target: 'push' },
        { guard: { type: 'opens', params: 'passkey' }, target: 'passkey' },
        { guard: 'isUnknownUser', target: 'id-entry.withRequest' },
        {
          guard: 'isDefaultMethod',
          target: 'chooser',
          actions: { type: 'setRemark', params: 'error.auth_error_015_1' },
        },
        { target: 'chooser' },
      ],
    },
    'service-info': serviceInfo,
    chooser,
    password,
    emergency,
    'sent-code': sentCode,
    'device-code': deviceCode,
    qr,
    push,
    passkey,
    'second-factor': secondFactor,
    management,
    afterMethod: {
      description: 'Decides what follows the outcome of a method screen.',
      always: [
        { guard: { type: 'ended', params: 'back' }, target: 'id-entry.withRequest', actions: 'dropOutcome' },
        { guard: { type: 'ended', params: 'passed' }, target: 'routeByPolicy', actions: 'passGate' },
        { guard: { type: 'ended', params: 'other' }, target: 'chooser', actions: 'dropOutcome' },
        { guard: { type: 'ended', params: 'recognised' }, target: 'renewing', actions: 'setRecognised' },
        { guard: { type: 'ended', params: 'outdated' }, target: 'beginAgain' },
        { guard: 'needsSecondStep', target: 'second-factor', actions: 'storeFirstStep' },
        { target: 'afterLogin' },
      ],
    },
    beginAgain,
    afterLogin,
    renewing,
    'end-sign-ins': endSignIns,
    'offer-passkey': offerPasskey,
    'return-to-service': returnToService,
    logout,
    'url-password': urlPassword,
    'forgot-password': forgotPassword,
    'password-expiry': passwordExpiry,
    'self-auth': selfAuth,
    'error-page': errorPage,
    'session-lost': sessionLost,
    'service-result': serviceResult,
    authenticated,
    provisioning,
    'signed-in': signedIn,
    'device-sign-in': deviceSignIn,
    'session-expiry': sessionExpiry,
  },
});

export type PortalMachine = typeof portalMachine;
