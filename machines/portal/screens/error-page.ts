import { portalSetup } from '#machines/portal/portal.setup.ts';

export const errorPage = portalSetup.createStateConfig({
  description: 'The error page.',
  meta: { path: '/error{reason}', title: '{reason}', takesPlace: true },
  invoke: {
    id: 'error-page',
    src: 'error-page',
    input: ({ context }) => ({ reason: context.errorReason }),
    onDone: '#portal.id-entry.atLogin',
    onError: { target: '#portal.id-entry.atLogin' },
  },
});
