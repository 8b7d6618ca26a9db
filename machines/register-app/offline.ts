import { assertEvent } from 'xstate';
import {
  hasSucceededGuard,
  refusalTransitions,
  registerTransitions,
  unexpectedFailureTransition,
} from '#machines/shared/registration-flow.ts';
import { normalisedClientKey, registerAppSetup } from './register-app.setup.ts';

/** The states of the registration of an offline app: its client key, then a comparison by the person (rule 209). */
export const offline = {
  enteringKey: registerAppSetup.createStateConfig({
    description: 'Waits for the client key that the app shows.',
    meta: { step: 'method' },
    on: {
      'key.submitted': [
        {
          guard: { type: 'isKeyInvalid', params: ({ event }) => event.key },
          actions: { type: 'setProblem', params: 'info.mobileapp.failure.clientkey' },
        },
        { target: 'exchanging', actions: 'clearProblem' },
      ],
      'key.edited': { actions: 'clearProblem' },
      'registration.back': 'choosing',
    },
  }),
  exchanging: registerAppSetup.createStateConfig({
    description: 'The server creates its half of the secret.',
    meta: { step: 'method' },
    tags: 'busy',
    invoke: {
      id: 'sendKey',
      src: 'sendKey',
      input: ({ context: { userId, token }, event }) => {
        assertEvent(event, 'key.submitted');
        return { userId, token, key: normalisedClientKey(event.key) };
      },
      onDone: [{ guard: hasSucceededGuard, target: 'fetching' }, ...refusalTransitions('done', 'keyRefused')],
      onError: unexpectedFailureTransition('keyRefused'),
    },
  }),
  fetching: registerAppSetup.createStateConfig({
    description: 'Fetches the digits that the person compares with the phone.',
    meta: { step: 'method' },
    tags: 'busy',
    invoke: {
      id: 'fetchOffline',
      src: 'fetchOffline',
      input: ({ context: { userId, token } }) => ({ userId, token }),
      onDone: [
        {
          guard: hasSucceededGuard,
          target: 'comparing',
          actions: { type: 'setOffline', params: ({ event }) => event.output },
        },
        ...refusalTransitions('done', 'keyRefused'),
      ],
      onError: unexpectedFailureTransition('keyRefused'),
    },
  }),
  keyRefused: registerAppSetup.createStateConfig({
    description: 'A dialog says why the client key was refused. The typed key stays.',
    meta: { step: 'method' },
    on: { 'failure.dismissed': { target: 'enteringKey', actions: 'clearFailure' } },
  }),
  comparing: registerAppSetup.createStateConfig({
    description:
      'Shows 8 characters to enter on the phone, and the six digits that the phone has to show, too.',
    meta: { step: 'compare' },
    on: { 'comparison.confirmed': 'choosingOs', 'registration.back': 'enteringKey' },
  }),
  choosingOs: registerAppSetup.createStateConfig({
    description: 'Waits for the operating system of the phone, with which the app is registered.',
    meta: { step: 'os' },
    on: { 'app.register': 'registering', 'registration.back': 'comparing' },
  }),
  registering: registerAppSetup.createStateConfig({
    description: 'The server registers the app.',
    meta: { step: 'os' },
    tags: 'busy',
    invoke: {
      id: 'registerOffline',
      src: 'registerOffline',
      input: ({ context: { userId, token }, event }) => {
        assertEvent(event, 'app.register');
        return { userId, token, osType: event.osType };
      },
      ...registerTransitions('done', 'keyRefused'),
    },
  }),
};
