import { portalSetup } from '#machines/portal/portal.setup.ts';

export const noticing = portalSetup.createStateConfig({
  description: 'The error page.',
  meta: { path: '/error{reason}', title: '{notice}', takesPlace: true },
  invoke: {
    id: 'notice',
    src: 'notice',
    input: ({ context }) => ({ reason: context.notice }),
    onDone: '#portal.identifying.atLogin',
    onError: { target: '#portal.identifying.atLogin' },
  },
});
