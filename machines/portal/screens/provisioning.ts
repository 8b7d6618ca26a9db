import { lazyScreen } from '#machines/portal/screen.ts';

export const provisioning = lazyScreen('provisioning', {
  description: 'Hands a person over to the mobile app.',
  meta: { path: '{address}', title: 'title.provisioning' },
  running: { description: 'The provisioning page is shown.' },
  input: ({ context: { route, config, origin } }) => ({
    ak: route.screen === 'provisioning' ? route.ak : '',
    app: { phoneApp: config.phoneApp, appScheme: config.appScheme },
    origin,
  }),
  onDone: '#portal.id-entry.withoutRequest',
});
