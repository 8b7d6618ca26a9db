import { portalSetup } from '#machines/portal/portal.setup.ts';

export const errorPage = portalSetup.createStateConfig({
  description: 'The error page.',
  meta: { path: '/error{reason}', title: '{notice}', takesPlace: true },
  invoke: {
    id: 'error-page',
    src: 'error-page',
    input: ({ context }) => ({ reason: context.notice }),
    onDone: '#portal.id-entry.atLogin',
    onError: { target: '#portal.id-entry.atLogin' },
  },
});
