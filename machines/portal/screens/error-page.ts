import { lazyScreen } from '#machines/portal/screen.ts';

export const errorPage = lazyScreen(
  'error-page',
  {
    description: 'The error page.',
    meta: { path: '/error{reason}', title: '{reason}', replacesEntry: true },
    running: { description: 'The error page is shown.' },
    input: ({ context }) => ({ reason: context.errorReason }),
    onDone: '#portal.id-entry.withoutRequest',
  },
  { target: '#portal.id-entry.withoutRequest' } as const,
);
