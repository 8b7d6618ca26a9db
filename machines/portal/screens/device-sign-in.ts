import { lazyScreen } from '#machines/portal/screen.ts';
import { DEVICE_PAGE_PATH } from '#wire/device-sign-in.ts';

export const deviceSignIn = lazyScreen('device-sign-in', {
  description: 'A sign-in at a device without a browser.',
  meta: { path: DEVICE_PAGE_PATH, title: 'title.deviceSignIn' },
  running: { description: 'The person enters the code of a device, and allows or declines the sign-in.' },
  input: ({ context: { route } }) => ({
    userCode: route.screen === 'device-sign-in' ? route.userCode : '',
    result: route.screen === 'device-sign-in' ? route.result : null,
  }),
  onDone: {
    target: '#portal.return-to-service',
    actions: { type: 'leaveTo', params: ({ event }) => event.output.to },
  },
});
