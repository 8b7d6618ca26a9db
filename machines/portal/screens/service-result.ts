import { lazyScreen } from '#machines/portal/screen.ts';

export const serviceResult = lazyScreen('error-page', {
  description:
    'Shows the result of an application for service use, or that the link of the application was used before.',
  meta: { path: '{address}', title: 'title.result.{result}' },
  running: { description: 'The page of the result is shown.' },
  input: ({ context: { route } }) => ({
    reason: '',
    result: route.screen === 'result' ? route.result : null,
  }),
  onDone: '#portal.id-entry.withoutRequest',
});
