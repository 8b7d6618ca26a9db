import { channelsOf, contactOf } from '#machines/shared/methods.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { loadingStates } from './lazy-screen.ts';
import { hasOtherMethods, passwordMode, tokenInfo } from './policy-rules.ts';
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
    'pending.noted': { actions: { type: 'notePending', params: ({ event }) => event.pending } },
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
        { guard: 'isGateOpen', target: 'provingPassword' },
        { guard: { type: 'asksFor', params: 'select' }, target: 'choosing' },
        { guard: { type: 'asksFor', params: 'method' }, target: 'opening', actions: 'noteAskedMethod' },
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
        { guard: 'hasFixedMethod', target: 'opening', actions: 'noteFixedMethod' },
        { target: 'choosing' },
      ],
    },
    opening: {
      description: 'Opens the screen of a method, or the chooser when the person cannot use it.',
      always: [
        {
          guard: { type: 'opens', params: 'password' },
          target: 'provingPassword',
          actions: 'dropForeignPending',
        },
        { guard: { type: 'opens', params: 'emergency' }, target: 'provingEmergency' },
        { guard: { type: 'opens', params: 'otp' }, target: 'provingSentCode' },
        { guard: { type: 'opens', params: 'code' }, target: 'provingDeviceCode' },
        { guard: { type: 'opens', params: 'unbuilt' }, target: 'absent', actions: 'noteAbsentMethod' },
        { target: 'choosing' },
      ],
    },
    choosing: {
      description: 'The token chooser: how the person wants to prove who they are.',
      meta: { path: '/first/select', title: 'title.chooser' },
      initial: 'loading',
      states: {
        ...loadingStates('chooser'),
        running: {
          description: 'The chooser is on.',
          invoke: {
            id: 'chooser',
            src: 'chooser',
            input: ({ context: { session, config, policy } }) => {
              if (!policy) throw new Error('The chooser opens only under a policy');
              return {
                userId: session.person.userId,
                clientId: clientIdOf(session, config),
                policy,
                isSaas: config.saas,
              };
            },
            onDone: [
              {
                guard: { type: 'hasChosen', params: ({ event }) => event.output },
                target: '#portal.opening',
                actions: { type: 'noteChosen', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'wantsRegistration', params: ({ event }) => event.output },
                target: '#portal.absent',
                actions: { type: 'noteRegistration', params: ({ event }) => event.output },
              },
              { target: '#portal.identifying.atFirst' },
            ],
            onError: { target: '#portal.noticing', actions: { type: 'noteNotice', params: '' } },
          },
        },
      },
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
          hasOtherMethods: context.policy?.authType === 'otp' && hasOtherMethods(context),
          isFixed: fixedCode(context) === '-1',
        }),
        onDone: {
          target: 'concluding',
          actions: { type: 'noteOutcome', params: ({ event }) => event.output },
        },
        onError: { target: 'noticing', actions: { type: 'noteNotice', params: '' } },
      },
    },
    provingEmergency: {
      description: 'The temporary code of an administrator.',
      meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
      entry: ['dropForeignPending', 'enterEmergency'],
      exit: 'leaveEmergency',
      initial: 'loading',
      states: {
        ...loadingStates('emergency'),
        running: {
          description: 'The emergency-code screen is on.',
          invoke: {
            id: 'emergency',
            src: 'emergency',
            input: ({ context }) => ({
              userId: context.session.person.userId,
              hasOtherMethods: hasOtherMethods(context),
            }),
            onDone: {
              target: '#portal.concluding',
              actions: { type: 'noteOutcome', params: ({ event }) => event.output },
            },
            onError: { target: '#portal.noticing', actions: { type: 'noteNotice', params: '' } },
          },
        },
      },
    },
    provingSentCode: {
      description: 'A code that is sent by SMS or mail.',
      meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
      entry: 'dropForeignPending',
      initial: 'loading',
      states: {
        ...loadingStates('otp'),
        running: {
          description: 'The screen of the sent code is on.',
          invoke: {
            id: 'otp',
            src: 'otp',
            input: ({ context }) => {
              const { session, config, policy } = context;
              const tokenCode = context.method ?? TOKEN_CODES.sms;
              return {
                userId: session.person.userId,
                clientId: clientIdOf(session, config),
                tokenCode,
                contacts: channelsOf(tokenCode).map(
                  (channel) => (policy && contactOf(policy.userTokens, channel)) ?? '',
                ),
                isFixed: fixedCode(context) === tokenCode,
                alwaysSend: fixedCode(context) === tokenCode && policy?.fixedToken?.alwaysSend === true,
                hasOtherMethods: hasOtherMethods(context),
                validUntil: session.person.pending?.validUntil ?? null,
              };
            },
            onDone: {
              target: '#portal.concluding',
              actions: { type: 'noteOutcome', params: ({ event }) => event.output },
            },
            onError: { target: '#portal.noticing', actions: { type: 'noteNotice', params: '' } },
          },
        },
      },
    },
    provingDeviceCode: {
      description: 'A code of a device: OTP card, Yubikey or mobile app.',
      meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
      entry: 'dropForeignPending',
      initial: 'loading',
      states: {
        ...loadingStates('code'),
        running: {
          description: 'The screen of the device code is on.',
          invoke: {
            id: 'code',
            src: 'code',
            input: ({ context }) => {
              const tokenCode = context.method ?? TOKEN_CODES.mobileOtp;
              return {
                userId: context.session.person.userId,
                tokenCode,
                token: context.policy ? tokenInfo(context.policy, tokenCode) : '',
                hasOtherMethods: hasOtherMethods(context),
              };
            },
            onDone: {
              target: '#portal.concluding',
              actions: { type: 'noteOutcome', params: ({ event }) => event.output },
            },
            onError: { target: '#portal.noticing', actions: { type: 'noteNotice', params: '' } },
          },
        },
      },
    },
    concluding: {
      description: 'Decides what follows from the way a method screen ended.',
      always: [
        { guard: 'wantsBack', target: 'identifying.atFirst' },
        { guard: 'hasPassed', target: 'steering', actions: 'passGate' },
        { guard: 'wantsOtherMethod', target: 'choosing' },
        {
          guard: 'isOutdated',
          target: 'renewing',
          actions: { type: 'restartFirstStep', params: 'remark.policyChanged' },
        },
        {
          guard: 'mustChangePassword',
          target: 'absent',
          actions: ['noteLogin', { type: 'noteAbsent', params: '/change' }],
        },
        { target: 'departing', actions: 'noteLogin' },
      ],
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
        ...loadingStates('departure'),
        running: {
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
