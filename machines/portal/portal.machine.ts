import { UNEXPECTED } from '#machines/shared/result.ts';
import { allowsOtherMethods, passwordMode } from './policy-rules.ts';
import { initialContext, portalSetup } from './portal.setup.ts';
import { clientIdOf, fixedCode } from './session-rules.ts';

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
    'language.chosen': { actions: { type: 'chooseLanguage', params: ({ event }) => event.locale } },
    'challenge.received': { actions: { type: 'noteChallenge', params: ({ event }) => event.token } },
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
        { guard: 'isStranger', target: 'identifying.atFirst' },
        { guard: 'lacksPolicy', target: 'renewing' },
        { guard: 'asksForPassword', target: 'provingPassword' },
        { target: 'steering' },
      ],
    },
    redirecting: {
      description: 'The redirect page: finds out what the client service asked for.',
      meta: { path: '/redirect', title: 'title.redirect', isPassage: true },
      invoke: {
        id: 'redirect',
        src: 'redirect',
        onDone: [
          {
            guard: { type: 'hasBegun', params: ({ event }) => event.output },
            target: 'identifying.atFirst',
            actions: { type: 'beginRequest', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'departing',
            actions: { type: 'leaveSignedIn', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wantsOtherAccount', params: ({ event }) => event.output },
            target: 'departing',
            actions: { type: 'leaveForOtherAccount', params: ({ event }) => event.output },
          },
          {
            target: 'noticing',
            actions: { type: 'noteRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'noticing', actions: { type: 'noteNotice', params: 'invalidAccess' } },
      },
    },
    identifying: {
      description: 'ID entry: who wants to sign in.',
      meta: { title: 'title.identity' },
      invoke: {
        id: 'identity',
        src: 'identity',
        input: ({ context }) => ({
          clientId: clientIdOf(context.session, context.config),
          userId: context.session.person.userId,
          client: context.client,
          failure: context.failure,
          mustChooseService:
            clientIdOf(context.session, context.config) === '' && context.config.services.length > 0,
        }),
        onDone: { target: 'steering', actions: { type: 'identify', params: ({ event }) => event.output } },
        onError: { target: 'noticing', actions: { type: 'noteNotice', params: '' } },
      },
      initial: 'atFirst',
      states: {
        atLogin: { description: 'Opened without a request, or by its address.', meta: { path: '/login' } },
        atFirst: { description: 'Opened by the request of a client service.', meta: { path: '/first' } },
      },
    },
    steering: {
      description: 'Chooses the first screen of the first step by the policy.',
      always: [
        { guard: 'isGateOpen', target: 'provingPassword' },
        { guard: 'hasFixedPassword', target: 'provingPassword' },
        { guard: 'hasFixedMethod', target: 'absent', actions: 'noteAbsentMethod' },
        { target: 'absent', actions: { type: 'noteAbsent', params: '/first/select' } },
      ],
    },
    provingPassword: {
      description: 'The password screen: the gate before other methods, or the login itself.',
      meta: { path: '/first/auth?type=pw', title: 'title.password' },
      invoke: {
        id: 'password',
        src: 'password',
        input: ({ context }) => ({
          userId: context.session.person.userId,
          mode: context.policy ? passwordMode(context.policy) : 'gate',
          hasOtherMethods:
            context.policy?.authType === 'otp' && context.policy && allowsOtherMethods(context.policy),
          isFixed: fixedCode(context) === '-1',
        }),
        onDone: [
          {
            guard: { type: 'wantsBack', params: ({ event }) => event.output },
            target: 'identifying.atFirst',
          },
          {
            guard: { type: 'hasPassed', params: ({ event }) => event.output },
            target: 'steering',
            actions: 'passGate',
          },
          {
            guard: { type: 'wantsOtherMethod', params: ({ event }) => event.output },
            target: 'absent',
            actions: { type: 'noteAbsent', params: '/first/select' },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'renewing',
            actions: { type: 'restartFirstStep', params: 'remark.policyChanged' },
          },
          {
            guard: { type: 'mustChangePassword', params: ({ event }) => event.output },
            target: 'absent',
            actions: [
              { type: 'noteLogin', params: ({ event }) => event.output },
              { type: 'noteAbsent', params: '/change' },
            ],
          },
          {
            target: 'departing',
            actions: { type: 'noteLogin', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'noticing', actions: { type: 'noteNotice', params: '' } },
      },
    },
    renewing: {
      description: 'Checks the policy of the known person again.',
      tags: 'busy',
      meta: { title: 'title.identity', isPassage: true },
      invoke: {
        id: 'checkPolicy',
        src: 'checkPolicy',
        input: ({ context }) => ({
          userId: context.session.person.userId,
          clientId: clientIdOf(context.session, context.config),
        }),
        onDone: [
          {
            guard: { type: 'isRenewed', params: ({ event }) => event.output },
            target: 'deciding',
            actions: { type: 'renewPolicy', params: ({ event }) => event.output },
          },
          {
            target: 'identifying.atFirst',
            actions: { type: 'renewPolicy', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'identifying.atFirst',
          actions: { type: 'noteFailure', params: UNEXPECTED },
        },
      },
    },
    departing: {
      description: 'The way back to the client service.',
      meta: { title: 'title.departure' },
      initial: 'loading',
      states: {
        loading: {
          description: 'Fetches the part of the portal that this screen needs.',
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            input: { flow: 'departure' },
            onDone: 'leaving',
            onError: 'unloaded',
          },
        },
        unloaded: {
          description: 'That part did not arrive. The person can ask again.',
          on: { 'load.retry': 'loading' },
        },
        leaving: {
          description: 'The browser goes to the service; what belongs to the person is forgotten here.',
          entry: 'forgetPerson',
          invoke: {
            id: 'departure',
            src: 'departure',
            input: ({ context }) => ({ ...context.departure, base: context.origin }),
            onDone: {
              target: '#portal.noticing',
              actions: { type: 'noteNotice', params: ({ event }) => event.output.reason },
            },
            onError: {
              target: '#portal.noticing',
              actions: { type: 'noteNotice', params: 'invalidAccess' },
            },
          },
        },
      },
    },
    signingOut: {
      description: 'Forgets every session value and the policy.',
      entry: 'forgetAll',
      meta: { path: '/logout', isPassage: true },
      always: 'identifying.atLogin',
    },
    absent: {
      description:
        'A screen of the specification whose flow is not built yet: shows the error page in its place.',
      meta: { path: '{address}', title: 'title.error' },
      invoke: {
        id: 'notice',
        src: 'notice',
        input: { reason: '' },
        onDone: 'identifying.atLogin',
        onError: { target: 'noticing', actions: { type: 'noteNotice', params: '' } },
      },
    },
    noticing: {
      description: 'The error page.',
      meta: { path: '/error{reason}', title: 'title.error', takesPlace: true },
      invoke: {
        id: 'notice',
        src: 'notice',
        input: ({ context }) => ({ reason: context.notice }),
        onDone: 'identifying.atLogin',
        onError: { target: 'identifying.atLogin' },
      },
    },
  },
});

export type PortalMachine = typeof portalMachine;
