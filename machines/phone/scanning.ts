import { away } from './away.ts';
import type { Scanned } from './phone.types.ts';

type Done = { readonly event: { readonly output: Scanned } };

/** The states in which the camera looks for a QR code, and in which there is no picture of it. */
export const scanning = {
  description: 'Reads a QR code of the portal by the camera.',
  initial: 'looking',
  states: {
    looking: {
      description: 'Shows what the camera sees, until there is a QR code in it.',
      entry: 'clearCamera',
      invoke: {
        id: 'scanCode',
        src: 'scanCode',
        onDone: [
          {
            guard: { type: 'isScanned', params: ({ event }: Done) => event.output },
            target: '#phone.adding.reading',
            actions: { type: 'setScanned', params: ({ event }: Done) => event.output },
          },
          {
            target: 'blocked',
            actions: { type: 'setCamera', params: ({ event }: Done) => event.output },
          },
        ],
        onError: { target: 'blocked', actions: { type: 'setCamera', params: { kind: 'noCamera' } } },
      },
      on: { ...away, 'way.change': '#phone.adding.choosing' },
    },
    blocked: {
      description: 'Says why there is no picture of the camera, and what to do instead.',
      on: { ...away, 'way.change': '#phone.adding.choosing', 'code.scan': 'looking' },
    },
  },
} as const;
