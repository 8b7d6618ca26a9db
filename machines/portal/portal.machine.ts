import { firstClient, initialContext, portalSetup } from './portal.setup.ts';
import { absent } from './screens/absent.ts';
import { choosing } from './screens/choosing.ts';
import { departing } from './screens/departing.ts';
import { expiring } from './screens/expiring.ts';
import { handingOver } from './screens/handing-over.ts';
import { identifying } from './screens/identifying.ts';
import { learning } from './screens/learning.ts';
import { noticing } from './screens/noticing.ts';
import { provingDeviceCode } from './screens/proving-device-code.ts';
import { provingEmergency } from './screens/proving-emergency.ts';
import { provingPasskey } from './screens/proving-passkey.ts';
import { provingPassword } from './screens/proving-password.ts';
import { provingPush } from './screens/proving-push.ts';
import { provingQr } from './screens/proving-qr.ts';
import { provingSecond } from './screens/proving-second.ts';
import { provingSentCode } from './screens/proving-sent-code.ts';
import { provisioning } from './screens/provisioning.ts';
import { redirecting } from './screens/redirecting.ts';
import { renewing } from './screens/renewing.ts';
import { resulting } from './screens/resulting.ts';

/**
 * The portal: its states are the screens of spec section 2. It is the only machine that knows the
 * others, holds the session values and decides which screen may follow.
 */
export const portalMachine = portalSetup.createMachine({
  id: 'portal',
  context: ({ input }) => initialContext(input),
  invoke: [
    {
      id: 'offline',
      src: 'offline',
      input: ({ context }) => ({ isOnline: context.isOnline }),
      // Every screen works without the line about the network.
      onError: {},
    },
    {
      id: 'client',
      src: 'client',
      input: ({ context }) => ({ clientId: firstClient(context) }),
      // Every screen works without the name of the service.
      onError: {},
    },
    {
      id: 'tabs',
      src: 'tabs',
      // A browser without channels between tabs signs in all the same.
      onError: {},
    },
    {
      id: 'lookUpIp',
      src: 'lookUpIp',
      onDone: { actions: { type: 'noteIp', params: ({ event }) => event.output } },
      onError: { actions: { type: 'noteIp', params: '' } },
    },
  ],
  on: {
    'route.requested': {
      target: '.deciding',
      actions: { type: 'noteRoute', params: ({ event }) => event.address },
    },
    'language.chosen': {
      actions: [{ type: 'chooseLanguage', params: ({ event }) => event.locale }, 'askClientAgain'],
    },
    'client.learned': {
      guard: { type: 'isOwnClient', params: ({ event }) => event.clientId },
      actions: { type: 'noteClient', params: ({ event }) => event.config },
    },
    'pending.noted': { actions: { type: 'notePending', params: ({ event }) => event.pending } },
    'challenge.received': { actions: { type: 'noteChallenge', params: ({ event }) => event.token } },
    'session.expired': { guard: 'hasSession', target: '.expiring' },
    'login.noticed': { actions: { type: 'noteOtherLogin', params: ({ event }) => event.userId } },
    'login.join': { guard: 'canJoin', target: '.departing', actions: 'joinLogin' },
    'page.refused': { target: '.noticing', actions: { type: 'noteNotice', params: '' } },
  },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Chooses the screen for the address that was asked for.',
      always: [
        { guard: { type: 'asksFor', params: 'root' }, target: 'identifying.atLogin' },
        { guard: { type: 'asksFor', params: 'login' }, target: 'identifying.atLogin' },
        { guard: { type: 'asksFor', params: 'redirect' }, target: 'redirecting' },
        { guard: { type: 'asksFor', params: 'first' }, target: 'identifying.atFirst' },
        { guard: { type: 'asksFor', params: 'logout' }, target: 'signingOut' },
        { guard: { type: 'asksFor', params: 'absent' }, target: 'absent' },
        { guard: { type: 'asksFor', params: 'error' }, target: 'noticing', actions: 'noteAskedNotice' },
        {
          guard: { type: 'asksFor', params: 'unknown' },
          target: 'noticing',
          actions: { type: 'noteNotice', params: '' },
        },
        { guard: { type: 'asksFor', params: 'result' }, target: 'resulting' },
        { guard: { type: 'asksFor', params: 'authenticated' }, target: 'handingOver' },
        { guard: { type: 'asksFor', params: 'auth' }, target: 'authorizing' },
        {
          guard: 'lacksAk',
          target: 'noticing',
          actions: { type: 'noteNotice', params: 'invalidAccess' },
        },
        { guard: { type: 'asksFor', params: 'provisioning' }, target: 'provisioning' },
        { guard: 'isStrangerAtQr', target: 'opening', actions: 'noteAskedMethod' },
        { guard: 'isStranger', target: 'identifying.atFirst' },
        { guard: 'isAtSecondUnearned', target: 'identifying.atFirst' },
        { guard: 'lacksPolicy', target: 'renewing' },
        { guard: { type: 'asksFor', params: 'second' }, target: 'provingSecond' },
        { guard: { type: 'asksFor', params: 'firstStep' }, target: 'steering' },
        { guard: 'isGateOpen', target: 'provingPassword' },
        { guard: { type: 'asksFor', params: 'select' }, target: 'choosing' },
        { target: 'opening', actions: 'noteAskedMethod' },
      ],
    },
    authorizing: {
      description:
        'Begins a login that no service asked for: for a person who is known with a method at once.',
      entry: 'beginAuth',
      always: [
        { guard: 'isStranger', target: 'identifying.atFirst' },
        { guard: 'lacksPolicy', target: 'renewing' },
        { target: 'steering' },
      ],
    },
    redirecting,
    identifying,
    steering: {
      description: 'Chooses the first screen of the first step by the policy.',
      always: [
        {
          guard: 'hasFirstStep',
          target: 'provingSecond',
          actions: { type: 'noteRemark', params: 'remark.secondOnly' },
        },
        { guard: 'isGateOpen', target: 'provingPassword' },
        { guard: 'hasApprovedQr', target: 'provingQr', actions: 'noteQr' },
        { guard: 'hasAssertion', target: 'opening', actions: 'notePasskeyMethod' },
        { guard: 'hasFixedMethod', target: 'opening', actions: 'noteFixedMethod' },
        { target: 'choosing' },
      ],
    },
    opening: {
      description: 'Opens the screen of a method, or the chooser when the person cannot use it.',
      always: [
        { guard: 'mustLearnClient', target: 'learning' },
        {
          guard: { type: 'opens', params: 'password' },
          target: 'provingPassword',
          actions: 'dropForeignPending',
        },
        { guard: { type: 'opens', params: 'emergency' }, target: 'provingEmergency' },
        { guard: { type: 'opens', params: 'otp' }, target: 'provingSentCode' },
        { guard: { type: 'opens', params: 'code' }, target: 'provingDeviceCode' },
        { guard: { type: 'opens', params: 'qr' }, target: 'provingQr' },
        { guard: { type: 'opens', params: 'push' }, target: 'provingPush' },
        { guard: { type: 'opens', params: 'passkey' }, target: 'provingPasskey' },
        { guard: 'isStranger', target: 'identifying.atFirst' },
        { target: 'choosing' },
      ],
    },
    learning,
    choosing,
    provingPassword,
    provingEmergency,
    provingSentCode,
    provingDeviceCode,
    provingQr,
    provingPush,
    provingPasskey,
    provingSecond,
    concluding: {
      description: 'Decides what follows from the way a method screen ended.',
      always: [
        { guard: 'wantsBack', target: 'identifying.atFirst' },
        { guard: 'hasPassed', target: 'steering', actions: 'passGate' },
        { guard: 'wantsOtherMethod', target: 'choosing' },
        { guard: 'isRecognised', target: 'renewing', actions: 'noteRecognised' },
        {
          guard: 'isOutdatedStranger',
          target: 'identifying.atFirst',
          actions: { type: 'restartFirstStep', params: 'remark.policyChanged' },
        },
        {
          guard: 'isOutdatedAgain',
          target: 'noticing',
          actions: { type: 'noteNotice', params: 'unauthorized' },
        },
        {
          guard: 'isOutdated',
          target: 'renewing',
          actions: { type: 'restartFirstStep', params: 'remark.policyChanged' },
        },
        { guard: 'needsSecondStep', target: 'provingSecond', actions: 'noteFirstStep' },
        { target: 'admitting' },
      ],
    },
    admitting: {
      description: 'The login stands: it leads to the service, or to a new password first.',
      always: [
        {
          guard: 'mustChangePassword',
          target: 'absent',
          actions: ['noteLogin', { type: 'noteAbsent', params: '/change' }],
        },
        { target: 'departing', actions: ['noteLogin', 'tellOtherTabs'] },
      ],
    },
    renewing,
    departing,
    signingOut: {
      description: 'Forgets every session value and the policy.',
      entry: 'forgetAll',
      meta: { path: '/logout', isPassage: true },
      always: 'identifying.atLogin',
    },
    absent,
    noticing,
    resulting,
    handingOver,
    provisioning,
    expiring,
  },
});

export type PortalMachine = typeof portalMachine;
