import type { PhoneEvent } from './phone.types.ts';

/** Transitions out of a registration screen that is not busy. */
export const leaveTransitions = {
  'adding.leave': { guard: 'hasAccounts', target: '#phone.home', actions: 'forgetLink' },
  'link.opened': {
    target: '#phone.adding.reading',
    actions: {
      type: 'setLink',
      params: ({ event }: { readonly event: Extract<PhoneEvent, { type: 'link.opened' }> }) => event.link,
    },
  },
} as const;
