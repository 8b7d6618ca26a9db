import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';

export const provisioning = portalSetup.createStateConfig({
  description: 'Hands a person over to the mobile app.',
  meta: { path: '{address}', title: 'title.provisioning' },
  initial: 'loading',
  states: {
    ...loadingStates('provisioning'),
    running: {
      description: 'The provisioning page is on.',
      invoke: {
        id: 'provisioning',
        src: 'provisioning',
        input: ({ context: { route, config, origin } }) => ({
          ak: route.screen === 'provisioning' ? route.ak : '',
          scheme: config.appScheme,
          origin,
        }),
        onDone: '#portal.id-entry.atLogin',
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
