import { portalSetup } from '#machines/portal/portal.setup.ts';

export const resulting = portalSetup.createStateConfig({
  description: 'What became of an application for service use, or of its link.',
  meta: { path: '{address}', title: 'title.result.{result}' },
  invoke: {
    id: 'notice',
    src: 'notice',
    input: ({ context: { route } }) => ({
      reason: '',
      result: route.screen === 'result' ? route.result : null,
    }),
    onDone: '#portal.identifying.atLogin',
    onError: { target: '#portal.noticing', actions: { type: 'noteNotice', params: '' } },
  },
});
