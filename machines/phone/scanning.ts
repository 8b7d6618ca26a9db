import { leaveTransitions } from './leave-transitions.ts';
import type { ScanResult } from './phone.types.ts';

type DoneArgs = { readonly event: { readonly output: ScanResult } };

/** The states of the camera: it searches a QR code, or is not available. */
export const scanning = {
  description: 'Reads a QR code of the portal with the camera.',
  initial: 'searching',
  states: {
    searching: {
      description: 'Shows the camera until a QR code is found.',
      entry: 'clearCamera',
      invoke: {
        id: 'scanCode',
        src: 'scanCode',
        onDone: [
          {
            guard: { type: 'isScanned', params: ({ event }: DoneArgs) => event.output },
            target: '#phone.adding.reading',
            actions: { type: 'setScanned', params: ({ event }: DoneArgs) => event.output },
          },
          {
            target: 'blocked',
            actions: { type: 'setCamera', params: ({ event }: DoneArgs) => event.output },
          },
        ],
        onError: { target: 'blocked', actions: { type: 'setCamera', params: { kind: 'noCamera' } } },
      },
      on: { ...leaveTransitions, 'adding.method.change': '#phone.adding.choosing' },
    },
    blocked: {
      description: 'Explains why the camera is not available, and what to do instead.',
      on: { ...leaveTransitions, 'adding.method.change': '#phone.adding.choosing', 'code.scan': 'searching' },
    },
  },
} as const;
