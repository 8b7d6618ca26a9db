import type { CreationRequest, PasskeyCreationResult } from '#machines/shared/passkey.ts';
import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { offerPasskeySetup } from './offer-passkey.setup.ts';

const answerOf = ({ event }: { readonly event: { readonly output: Result<unknown> } }): Result<unknown> =>
  event.output;
const creationResultOf = ({
  event,
}: {
  readonly event: { readonly output: PasskeyCreationResult };
}): PasskeyCreationResult => event.output;

function requireRequest({ request }: { readonly request: CreationRequest | null }): {
  readonly request: CreationRequest;
} {
  if (!request) throw new Error('The creation request of the server is missing');
  return { request };
}

/**
 * A passkey after a sign-in with a password (rule 253). The browser creates it without a prompt; if the browser cannot, the
 * page offers a passkey. After any failure, the person can continue to the service.
 */
export const offerPasskeyMachine = offerPasskeySetup.createMachine({
  id: 'offer-passkey',
  context: ({ input }) => ({
    ...input,
    hasAccepted: false,
    request: null,
    credential: null,
    isCancelled: false,
    offerAgain: 'later',
    failure: null,
  }),
  initial: 'checkingSupport',
  states: {
    checkingSupport: {
      description:
        'Asks the browser whether it can create a passkey here, and whether it does so without a prompt.',
      tags: 'busy',
      invoke: {
        id: 'checkSupport',
        src: 'checkSupport',
        onDone: [
          {
            guard: { type: 'createsConditionally', params: ({ event }) => event.output },
            target: 'starting',
          },
          { guard: { type: 'supportsPrompt', params: ({ event }) => event.output }, target: 'offered' },
          { target: 'done' },
        ],
        onError: 'done',
      },
    },
    starting: {
      description: 'Requests the creation options from the server.',
      tags: 'busy',
      invoke: {
        id: 'startCreation',
        src: 'startCreation',
        input: ({ context: { token } }) => ({ token }),
        onDone: [
          {
            guard: { type: 'isRequestReadyAfterAcceptance', params: answerOf },
            target: 'creating',
            actions: { type: 'setRequest', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasSucceeded', params: answerOf },
            target: 'creatingConditionally',
            actions: { type: 'setRequest', params: ({ event }) => event.output },
          },
          {
            guard: 'hasAccepted',
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
          { target: 'done' },
        ],
        onError: [
          { guard: 'hasAccepted', target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
          { target: 'done' },
        ],
      },
    },
    creatingConditionally: {
      description: 'The browser creates a passkey without a prompt, if it can.',
      tags: 'busy',
      exit: 'dropRequest',
      invoke: {
        id: 'createConditionally',
        src: 'createConditionally',
        input: ({ context }) => requireRequest(context),
        onDone: [
          {
            guard: { type: 'isCreated', params: creationResultOf },
            target: 'finishing',
            actions: { type: 'setCredential', params: creationResultOf },
          },
          { guard: { type: 'isAlreadyRegistered', params: creationResultOf }, target: 'done' },
          { target: 'offered' },
        ],
        onError: 'offered',
      },
      after: { conditionalCreateTimeout: 'offered' },
    },
    creating: {
      description: 'The browser asks the person for fingerprint, face or PIN.',
      tags: 'busy',
      exit: 'dropRequest',
      invoke: {
        id: 'createPasskey',
        src: 'createPasskey',
        input: ({ context }) => requireRequest(context),
        onDone: [
          {
            guard: { type: 'isCreated', params: creationResultOf },
            target: 'finishing',
            actions: { type: 'setCredential', params: creationResultOf },
          },
          { guard: { type: 'isAlreadyRegistered', params: creationResultOf }, target: 'done' },
          {
            guard: { type: 'isCancelled', params: creationResultOf },
            target: 'offered',
            actions: 'setCancelled',
          },
          { target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    finishing: {
      description: 'The server verifies and saves the passkey.',
      tags: 'busy',
      exit: 'dropCredential',
      invoke: {
        id: 'finishCreation',
        src: 'finishCreation',
        input: ({ context: { token, credential } }) => ({ token, credential }),
        onDone: [
          { guard: { type: 'hasSucceeded', params: answerOf }, target: 'done' },
          {
            guard: 'hasAccepted',
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
          { target: 'done' },
        ],
        onError: [
          { guard: 'hasAccepted', target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
          { target: 'done' },
        ],
      },
    },
    offered: {
      description: 'Offers a passkey: now, later, or never on this browser.',
      on: {
        'offer.accepted': { target: 'starting', actions: 'setAccepted' },
        'offer.declined': {
          target: 'declining',
          actions: { type: 'setOfferAgain', params: ({ event }) => event.offerAgain },
        },
      },
    },
    refused: {
      description: 'A dialog says why no passkey was created. The offer stays.',
      on: { 'failure.dismissed': { target: 'offered', actions: 'clearFailure' } },
    },
    declining: {
      description: 'Tells the server not to offer a passkey in this browser for a month, or ever again.',
      tags: 'busy',
      invoke: {
        id: 'decline',
        src: 'decline',
        input: ({ context: { token, offerAgain } }) => ({ token, offerAgain }),
        onDone: 'done',
        onError: 'done',
      },
    },
    done: { type: 'final' },
  },
});

export type OfferPasskeyMachine = typeof offerPasskeyMachine;
