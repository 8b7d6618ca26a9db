import { portalSetup } from '#machines/portal/portal.setup.ts';

export const absent = portalSetup.createStateConfig({
  description:
    'A screen of the specification whose flow is not built yet: shows the error page in its place.',
  meta: { path: '{address}', title: 'notice.notFound' },
  invoke: {
    id: 'notice',
    src: 'notice',
    input: { reason: '' },
    onDone: '#portal.identifying.atLogin',
    onError: { target: '#portal.noticing', actions: { type: 'noteNotice', params: '' } },
  },
});
