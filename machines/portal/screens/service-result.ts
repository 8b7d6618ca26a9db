import { portalSetup } from '#machines/portal/portal.setup.ts';

export const serviceResult = portalSetup.createStateConfig({
  description: 'What became of an application for service use, or of its link.',
  meta: { path: '{address}', title: 'title.result.{result}' },
  invoke: {
    id: 'error-page',
    src: 'error-page',
    input: ({ context: { route } }) => ({
      reason: '',
      result: route.screen === 'result' ? route.result : null,
    }),
    onDone: '#portal.id-entry.atLogin',
    onError: { target: '#portal.error-page', actions: { type: 'noteErrorReason', params: '' } },
  },
});
