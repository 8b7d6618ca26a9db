import { portalSetup } from '#machines/portal/portal.setup.ts';

export const serviceInfo = portalSetup.createStateConfig({
  description: 'Waits until it is known whether the service offers the QR login.',
  meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
  tags: 'busy',
  entry: 'requestClient',
  on: {
    'client.received': {
      guard: { type: 'isCurrentClient', params: ({ event }) => event.clientId },
      target: '#portal.openMethod',
      actions: { type: 'setClient', params: ({ event }) => event.config },
    },
    'client.failed': [
      { guard: 'isUnknownUser', target: '#portal.id-entry.withRequest' },
      { target: '#portal.chooser' },
    ],
  },
});
