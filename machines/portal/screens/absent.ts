import { portalSetup } from '#machines/portal/portal.setup.ts';

export const absent = portalSetup.createStateConfig({
  description:
    'A screen of the specification whose flow is not built yet: shows the error page in its place.',
  meta: { path: '{address}', title: 'notice.notFound' },
  invoke: {
    id: 'error-page',
    src: 'error-page',
    input: { reason: '' },
    onDone: '#portal.id-entry.atLogin',
    onError: { target: '#portal.error-page', actions: { type: 'noteErrorReason', params: '' } },
  },
});
