import type { PhoneEvent } from './phone.types.ts';

/** What leads away from a screen on which nothing is under way. */
export const away = {
  'adding.leave': { guard: 'hasAccounts', target: '#phone.home', actions: 'forgetLink' },
  'link.opened': {
    target: '#phone.adding.reading',
    actions: {
      type: 'setLink',
      params: ({ event }: { readonly event: Extract<PhoneEvent, { type: 'link.opened' }> }) => event.link,
    },
  },
} as const;
