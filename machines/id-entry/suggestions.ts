import { requireRequest } from '#machines/shared/ceremony.ts';
import { idEntrySetup, MAX_IDLE_RENEWALS } from './id-entry.setup.ts';

/** States in which the field suggests passkeys, while the person can also type an ID (rule 92). */
export const suggestions = {
  plain: idEntrySetup.createStateConfig({
    description: 'The field suggests no passkeys: the service does not use them, or is not known yet.',
    always: { guard: 'usesPasskeys', target: 'probing' },
  }),
  probing: idEntrySetup.createStateConfig({
    description: 'Finds out whether the browser can suggest passkeys in the field.',
    invoke: {
      id: 'probeSuggestions',
      src: 'probeSuggestions',
      onDone: [
        { guard: { type: 'canSuggest', params: ({ event }) => event.output }, target: 'preparing' },
        { target: 'unsuggested' },
      ],
      onError: 'unsuggested',
    },
  }),
  preparing: idEntrySetup.createStateConfig({
    description: 'Requests the assertion options for suggested passkeys.',
    invoke: {
      id: 'startAssertion',
      src: 'startAssertion',
      input: ({ context }) => ({ clientId: context.clientId }),
      onDone: [
        {
          guard: { type: 'isStarted', params: ({ event }) => event.output },
          target: 'suggesting',
          actions: { type: 'setRequest', params: ({ event }) => event.output },
        },
        { target: 'unsuggested' },
      ],
      onError: 'unsuggested',
    },
  }),
  suggesting: idEntrySetup.createStateConfig({
    description: 'The field suggests passkeys together with IDs.',
    invoke: {
      id: 'suggestPasskeys',
      src: 'suggestPasskeys',
      input: ({ context }) => requireRequest(context),
      onDone: [
        {
          guard: { type: 'isGiven', params: ({ event }) => event.output },
          target: '#id-entry.recognising',
          actions: ['clearProblem', { type: 'setAssertion', params: ({ event }) => event.output }],
        },
        { target: 'unsuggested' },
      ],
      onError: 'unsuggested',
    },
    after: { suggestionLifetime: 'resting' },
  }),
  resting: idEntrySetup.createStateConfig({
    description:
      'The suggestions have expired. They are renewed immediately, unless the page is hidden or has not been used for long.',
    invoke: {
      id: 'awaitAttention',
      src: 'awaitAttention',
      input: ({ context: { renewals } }) => ({ needsInteraction: renewals >= MAX_IDLE_RENEWALS }),
      onDone: { target: 'preparing', actions: 'countRenewal' },
      onError: 'unsuggested',
    },
  }),
  unsuggested: idEntrySetup.createStateConfig({
    description: 'The field suggests no passkeys; the ID and the button work as usual.',
  }),
};
