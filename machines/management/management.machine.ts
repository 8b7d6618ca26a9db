import { raise } from 'xstate';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { FACTOR_TYPES, factorTypeOf } from '#wire/factor-types.ts';
import { details } from './details.ts';
import { initialContext, managementSetup } from './management.setup.ts';
import { proving } from './proving.ts';
import { registering } from './registration-steps.ts';

/**
 * The management of factors (spec section 2, "Management flow"): the password, the identity check, then the
 * registration of a card, a Yubikey, the mobile app or a passkey.
 */
export const managementMachine = managementSetup.createMachine({
  id: 'management',
  context: ({ input }) => initialContext(input),
  initial: 'lookingUp',
  output: ({ context }) => requireOutcome(context),
  states: {
    lookingUp: {
      description: 'Looks up the registered factors, and whether there is a password.',
      tags: 'busy',
      invoke: {
        id: 'lookUp',
        src: 'lookUp',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'areFactorsLoaded', params: ({ event }) => event.output },
            target: 'opening',
            actions: { type: 'setRegisteredFactors', params: ({ event }) => event.output },
          },
          {
            target: 'unanswered',
            actions: { type: 'setFailure', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'unanswered', actions: { type: 'setFailure', params: null } },
      },
    },
    unanswered: {
      description: 'There was no usable answer. The person can retry.',
      on: {
        'lookup.retry': { target: 'lookingUp', actions: 'clearFailure' },
        'management.back': { target: 'done', actions: 'end' },
      },
    },
    opening: {
      description: 'Checks for obstacles before the person proves anything.',
      always: [
        { guard: 'hasAppAlready', target: 'appRegistered' },
        { guard: 'isBlocked', target: 'blocked' },
        { guard: 'mustSignIn', target: 'tooWeak' },
        { target: 'proving' },
      ],
    },
    appRegistered: {
      description: 'Says that the person has an app already, which can be made the default.',
      on: {
        'default.open': { guard: 'hasDefault', target: 'proving' },
        'management.back': { target: 'done', actions: 'end' },
      },
    },
    blocked: {
      description: 'Says that the licence allows no further app.',
      on: { 'management.back': { target: 'done', actions: 'end' } },
    },
    proving,
    choosing: {
      description: 'Waits for a factor type, unless it was requested or is the only type.',
      meta: { step: 'factorType' },
      always: [
        { guard: 'hasFactorOfType', target: 'details' },
        { guard: { type: 'isFactorType', params: FACTOR_TYPES.otpCard }, target: 'registering.card' },
        { guard: { type: 'isFactorType', params: FACTOR_TYPES.yubikey }, target: 'registering.yubikey' },
        { guard: { type: 'isFactorType', params: FACTOR_TYPES.mobileApp }, target: 'registering.app' },
        { guard: { type: 'isFactorType', params: FACTOR_TYPES.passkey }, target: 'registering.passkey' },
        { guard: 'wantsOverview', target: 'overview' },
        { guard: 'hasOneFactorType', target: 'choosing', actions: 'setOnlyFactorType' },
      ],
      on: {
        'type.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event.factorType },
          target: 'choosing',
          actions: { type: 'setFactorType', params: ({ event }) => event.factorType },
        },
        'step.requested': { actions: raise({ type: 'management.back' }) },
        'management.back': { target: 'done', actions: 'end' },
      },
    },
    overview: {
      description: 'The overview of factors and sessions (rules 217 to 223).',
      meta: { step: 'factorType' },
      invoke: {
        id: 'factors',
        src: 'factors',
        input: ({ context: { userId, token, factorTypes, defaultCode } }) => ({
          userId,
          token,
          factorTypes,
          defaultFactorType: factorTypeOf(defaultCode),
        }),
        onDone: [
          {
            guard: { type: 'wantsFactorType', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'setFactorChoice', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'endedWithExpiredProof', params: ({ event }) => event.output },
            target: 'proving',
            actions: 'setProofRequired',
          },
          {
            guard: { type: 'endedWithWeakProof', params: ({ event }) => event.output },
            target: 'tooWeak',
          },
          { target: 'done', actions: 'setChanged' },
        ],
        onError: { target: 'proving', actions: 'setProofRequired' },
      },
      on: { 'step.requested': { actions: { type: 'forwardBack', params: 'factors' } } },
    },
    details,
    registering,
    tooWeak: {
      description:
        'Says that the person has to sign in first, because the identity check proves less than a sign-in (rule 202).',
      meta: { step: 'registration' },
      on: {
        'step.requested': { actions: raise({ type: 'management.back' }) },
        'login.request': { target: 'done', actions: 'setSignIn' },
        'management.back': { target: 'done', actions: 'end' },
      },
    },
    succeeded: {
      description: 'A dialog says that the factor is registered, and then closes.',
      after: { successLifetime: 'following' },
      on: { 'success.confirmed': 'following' },
    },
    following: {
      description: 'Returns to the screen on which the registration began (rule 214).',
      always: [
        {
          guard: 'hasOverview',
          target: 'choosing',
          actions: { type: 'setFactorType', params: null },
        },
        { target: 'done', actions: 'end' },
      ],
    },
    done: { type: 'final' },
  },
});

export type ManagementMachine = typeof managementMachine;
