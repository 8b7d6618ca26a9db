import { lazyScreen } from '#machines/portal/screen.ts';

export const provisioning = lazyScreen('provisioning', {
  description: 'Opens the mobile app with the data of its registration.',
  meta: { path: '{address}', title: 'title.provisioning' },
  running: { description: 'The provisioning page is shown.' },
  input: ({ context: { route, config, origin } }) => ({
    ak: route.screen === 'provisioning' ? route.ak : '',
    app: { phoneApp: config.phoneApp, appScheme: config.appScheme },
    origin,
  }),
  onDone: '#portal.id-entry.withoutRequest',
});
