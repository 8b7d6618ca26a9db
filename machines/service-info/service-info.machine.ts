import { assign, setup } from 'xstate';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Result } from '#machines/shared/result.ts';

export type ClientInput = {
  /** Empty when no client service is known. */
  readonly clientId: string;
};

export type ServiceInfoEvent =
  /** A screen requests the configuration of a client service; `clientId` is empty when no client service is known. */
  | { readonly type: 'client.request'; readonly clientId: string }
  /** The language has changed: the server sends names in that language, so they are fetched again. */
  | { readonly type: 'language.chosen' };

type ClientContext = ClientInput & {
  /** The configuration that was received last for this service; null before an answer. */
  readonly config: ClientConfig | null;
};

type Answer = Result<ClientConfig>;

/**
 * Looks up name and options of a client service (spec section 3, Client config) in the background of every
 * screen.
 */
export const serviceInfoMachine = setup({
  types: {
    context: {} as ClientContext,
    events: {} as ServiceInfoEvent,
    input: {} as ClientInput,
  },
  actors: {
    fetchClientConfig: port<Answer, { clientId: string }>('client.fetchClientConfig'),
  },
  guards: {
    hasClient: ({ context }) => context.clientId !== '',
    hasConfig: ({ context }) => context.config !== null,
    isOtherClient: ({ context }, clientId: string) => context.clientId !== clientId,
    isAnswered: (_, answer: Answer) => answer.ok,
  },
  actions: {
    setClientId: assign((_, clientId: string) => ({ clientId, config: null })),
    setConfig: assign((_, answer: Answer) => (answer.ok ? { config: answer.value } : {})),
    /** Reports the configuration, or that it could not be fetched, to the portal. */
    reportClient: (_, _context: ClientContext) => {
      throw new UnprovidedPortError('client.reportClient');
    },
  },
}).createMachine({
  id: 'service-info',
  context: ({ input }) => ({ ...input, config: null }),
  on: {
    'client.request': [
      {
        guard: { type: 'isOtherClient', params: ({ event }) => event.clientId },
        target: '.opening',
        actions: { type: 'setClientId', params: ({ event }) => event.clientId },
      },
      { guard: 'hasConfig', actions: { type: 'reportClient', params: ({ context }) => context } },
    ],
    'language.chosen': { guard: 'hasClient', target: '.requesting' },
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether a client service is known.',
      always: [{ guard: 'hasClient', target: 'requesting' }, { target: 'absent' }],
    },
    absent: { description: 'No client service has requested a login.' },
    requesting: {
      description: 'Fetches the name and the options of the client service. No screen waits for the answer.',
      invoke: {
        id: 'fetchClientConfig',
        src: 'fetchClientConfig',
        input: ({ context }) => ({ clientId: context.clientId }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'answered',
            actions: { type: 'setConfig', params: ({ event }) => event.output },
          },
          { target: 'unanswered' },
        ],
        onError: 'unanswered',
      },
    },
    answered: {
      description: 'The service information is known in the language of the portal.',
      entry: { type: 'reportClient', params: ({ context }) => context },
    },
    unanswered: {
      description:
        'There was no usable answer; an earlier answer is still used. The next screen requests the service information again.',
      entry: { type: 'reportClient', params: ({ context }) => context },
      on: {
        'client.request': [
          {
            guard: { type: 'isOtherClient', params: ({ event }) => event.clientId },
            target: 'opening',
            actions: { type: 'setClientId', params: ({ event }) => event.clientId },
          },
          { target: 'requesting' },
        ],
      },
    },
  },
});

export type ServiceInfoMachine = typeof serviceInfoMachine;
